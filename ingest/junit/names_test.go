package junit

import (
	"slices"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
)

// Cases are told apart by what their report says of them that holds on every machine.
func TestNamesOfCases(t *testing.T) {
	suite := func(name, inner string) string { return `<testsuite name="` + name + `">` + inner + `</testsuite>` }
	pays := func(class string) string { return `<testcase classname="` + class + `" name="pays"/>` }
	php := func(root, config string) string {
		return suite(root+config, suite("unit", suite("CartTest", `<testcase name="pays" classname="CartTest" file="`+root+`/tests/CartTest.php"/>`)))
	}
	for _, c := range []struct {
		name  string
		texts []string // of the files of one folder
		want  []string
	}{
		{"two nested classes", []string{suite("shop.Cart$Visa", pays("shop.Cart")) + suite("shop.Cart$Cash", pays("shop.Cart"))},
			[]string{"shop.Cart$Cash › shop.Cart › pays", "shop.Cart$Visa › shop.Cart › pays"}},
		{"two nested classes in two files", []string{suite("shop.Cart$Visa", pays("shop.Cart")), suite("shop.Cart$Cash", pays("shop.Cart"))},
			[]string{"shop.Cart$Cash › shop.Cart › pays", "shop.Cart$Visa › shop.Cart › pays"}},
		{"attempts in a nested class and its own", []string{suite("shop.Cart$Visa", pays("shop.Cart")) + suite("shop.Cart", pays("shop.Cart"))},
			[]string{"shop.Cart › pays", "shop.Cart › pays #2"}},
		{"attempts in one nested class", []string{suite("shop.Cart$Visa", `<testcase classname="shop.Cart" name="pays"><failure/></testcase>`+pays("shop.Cart"))},
			[]string{"shop.Cart › pays"}},
		{"a nested class of its own name", []string{suite("shop.Cart$Visa", pays("shop.Cart$Visa")) + suite("shop.Cart$Cash", pays("shop.Cart$Cash"))},
			[]string{"shop.Cart$Cash › pays", "shop.Cart$Visa › pays"}},
		{"a folder of PHPUnit", []string{php("/home/ci/build-17", "")}, []string{"unit › CartTest › pays"}},
		{"a configuration of PHPUnit", []string{php("/home/ci/build-17", "/phpunit.xml")}, []string{"unit › CartTest › pays"}},
		{"a configuration in a folder of its own", []string{php("/home/ci/build-18", "/config/phpunit.xml.dist")}, []string{"unit › CartTest › pays"}},
		{"a configuration on Windows", []string{php(`C:\build`, `\phpunit.xml`)}, []string{"unit › CartTest › pays"}},
		{"the file of the class", []string{php("/home/ci/build-17", "/tests/CartTest.php")}, []string{"unit › CartTest › pays"}},
		{"the path of another writer's file", []string{suite("/ci/a.test.js", `<testcase name="pays" file="/ci/a.test.js"/>`) + suite("/ci/b.test.js", `<testcase name="pays" file="/ci/b.test.js"/>`)},
			[]string{"/ci/a.test.js › pays", "/ci/b.test.js › pays"}},
		{"a relative path", []string{suite("phpunit.xml", `<testcase name="pays" classname="CartTest" file="tests/CartTest.php"/>`)}, []string{"phpunit.xml › CartTest › pays"}},
	} {
		var files []ingesttest.File
		for i, text := range c.texts {
			files = append(files, ingesttest.File{Path: "reports/TEST-" + string(rune('a'+i)) + ".xml", Text: "<testsuites>" + text + "</testsuites>"})
		}
		res := ingesttest.Run(t, System, files...)
		var got []string
		for row := range res.Set.Steps.Len() {
			if res.Set.Steps.Kind.At(row) == "test" {
				got = append(got, res.Set.Steps.Step.At(row))
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %s, want %s", c.name, strings.Join(got, "; "), strings.Join(c.want, "; "))
		}
	}
}
