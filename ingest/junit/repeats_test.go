package junit

import (
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
)

// What writers repeat for other reasons than a retry: tests of one title, cases that they write
// twice, and numbers in names. Each report has the shape in which its writer wrote one of a test
// that fails and another one of its name that passes.
func TestRepeatsOfWriters(t *testing.T) {
	const dated = ` timestamp="2026-05-01T02:00:00Z"`
	const twoTests, oneTest = "s › a=failed 1, s › a #2=passed 1", "s › a=flaky 2"
	root := func(name string) string {
		return `<testsuites name="` + name + `"><testsuite name="s"` + dated + `><testcase name="a"><failure/></testcase><testcase name="a"/></testsuite></testsuites>`
	}
	for _, c := range []struct{ name, in, want string }{
		{"jest-junit", root("jest tests"), twoTests},
		{"vitest", root("vitest tests"), twoTests},
		{"mocha-junit-reporter", root("Mocha Tests"), twoTests},
		{"bun", root("bun test"), twoTests},
		{"deno", root("deno test"), twoTests},
		{"tap-junit", root("Tap-Junit"), twoTests},
		{"another writer", root("nightly"), oneTest},
		{"no root", strings.TrimSuffix(strings.TrimPrefix(root("jest tests"), `<testsuites name="jest tests">`), `</testsuites>`), oneTest},

		{"rspec_junit_formatter", `<testsuite name="rspec"` + dated + `><testcase classname="cart_spec" name="a" file="./cart_spec.rb"><failure/></testcase><testcase classname="cart_spec" name="a" file="./cart_spec.rb"/></testsuite>`,
			"rspec › cart_spec › a=failed 1, rspec › cart_spec › a #2=passed 1"},
		{"parallel_tests", `<testsuite name="rspec2"` + dated + `><testcase name="a"><failure/></testcase><testcase name="a"/></testsuite>`, "rspec2 › a=failed 1, rspec2 › a #2=passed 1"},
		{"two runs of rspec in one report", `<testsuites><testsuite name="rspec"` + dated + `><testcase name="a"><failure/></testcase></testsuite><testsuite name="rspec"><testcase name="a"/></testsuite></testsuites>`, "rspec › a=flaky 2"},
		{"two outermost suites", `<testsuite name="rspec"` + dated + `><testcase name="a"><failure/></testcase></testsuite><testsuite name="rspec"><testcase name="a"/></testsuite>`, "rspec › a=flaky 2"},
		{"a suite in the only one", `<testsuite name="rspec"` + dated + `><testsuite name="s"><testcase name="a"><failure/></testcase><testcase name="a"/></testsuite></testsuite>`, "rspec › s › a=failed 1, rspec › s › a #2=passed 1"},

		{"node:test", `<testsuites><testcase name="a" classname="test"><failure type="testCodeFailure"/></testcase><testcase name="a" classname="test"/></testsuites>`, "test › a=failed 1, test › a #2=passed 1"},
		{"another class", `<testsuites><testcase name="a" classname="test"><failure/></testcase><testcase name="a" classname="test"/><testcase name="b" classname="Cart"/></testsuites>`, "test › a=flaky 2, Cart › b=passed 1"},
		{"a report with a name", `<testsuites name="x"><testcase name="a" classname="test"><failure/></testcase><testcase name="a" classname="test"/></testsuites>`, "test › a=flaky 2"},
		{"a suite of that class", `<testsuite` + dated + `><testcase name="a" classname="test"><failure/></testcase><testcase name="a" classname="test"/></testsuite>`, "test › a=flaky 2"},

		{"on two lines", `<testsuite name="s"` + dated + `><testcase name="a" line="3"><failure/></testcase><testcase name="a" line="9"/></testsuite>`, twoTests},
		{"on one line", `<testsuite name="s"` + dated + `><testcase name="a" line="3"><failure/></testcase><testcase name="a" line="3"/></testsuite>`, oneTest},

		{"tap-xunit", `<testsuites><testsuite name="Default"><testcase name="#1 a"><failure/></testcase></testsuite><testsuite name="s"><testcase name="#2 a"><failure/></testcase><testcase name="#3 a"/><testcase name="#4"/></testsuite></testsuites>`,
			"Default › a=failed 1, s › a=failed 1, s › a #2=passed 1, s › (no name)=passed 1"},
		{"names that begin with a number", `<testsuite name="s"` + dated + `><testcase name="#1 a"/><testcase name="#3 b"/></testsuite>`, "s › #1 a=passed 1, s › #3 b=passed 1"},
		{"a class beside such a name", `<testsuite name="s"` + dated + `><testcase name="#1 a" classname="C"/></testsuite>`, "s › C › #1 a=passed 1"},

		{"retries of TestNG by Surefire", `<testsuite name="TestSuite" tests="9"><testcase classname="C" name="a"><skipped message="no answer"/></testcase><testcase classname="C" name="a"><skipped message="no answer"/></testcase><testcase classname="C" name="a"/>` +
			`<testcase classname="C" name="b"><skipped message="no"/></testcase><testcase classname="C" name="b"><failure message="no"/></testcase><testcase classname="C" name="c"><skipped message="no seats"/></testcase>` +
			`<testcase classname="C" name="d"/><testcase classname="C" name="c"/><testcase classname="C" name="e"><skipped/></testcase><testcase classname="C" name="e"/></testsuite>`,
			"TestSuite › C › a=flaky 3, TestSuite › C › b=failed 2, TestSuite › C › c=skipped 0, TestSuite › C › d=passed 1, TestSuite › C › c #2=passed 1, TestSuite › C › e=skipped 0, TestSuite › C › e #2=passed 1"},
		{"a method of TestNG that failed after a test, and did not run after the next", `<testsuite name="TestSuite"><testcase classname="C" name="a"/><testcase classname="C" name="down"><failure/></testcase><testcase classname="C" name="down"><skipped/></testcase></testsuite>`,
			"TestSuite › C › a=passed 1, TestSuite › C › down=failed 1, TestSuite › C › down #2=skipped 0"},
		{"skipped before it failed elsewhere", `<testsuite name="s"><testcase classname="C" name="a"><skipped message="no"/></testcase><testcase classname="C" name="a"/></testsuite>`, "s › C › a=skipped 0, s › C › a #2=passed 1"},
		{"rows of TestNG", `<testsuite hostname="vm" name="C" timestamp="2026-05-01T02:00:00 UTC"><testcase classname="C" name="a"><failure/></testcase><testcase classname="C" name="a"/></testsuite>`, "C › a=failed 1, C › a #2=passed 1"},
		{"examples of Karate", `<testsuite name="shop/cart.feature" tests="2" failures="1"><testcase classname="shop.cart" name="pays"><failure/></testcase><testcase classname="shop.cart" name="pays"/></testsuite>`,
			"shop/cart.feature › shop.cart › pays=failed 1, shop/cart.feature › shop.cart › pays #2=passed 1"},
		{"a feature in a report of several", `<testsuites><testsuite name="shop/cart.feature"><testcase name="pays"><failure/></testcase><testcase name="pays"/></testsuite></testsuites>`, "shop/cart.feature › pays=flaky 2"},
		{"another time", `<testsuite hostname="vm" name="C" timestamp="2026-05-01 02:00:00 UTC"><testcase classname="C" name="a"><failure/></testcase><testcase classname="C" name="a"/></testsuite>`, "C › a=flaky 2"},

		{"pytest runs a test again, beside cases without a suite", `<testsuites><testcase name="a" classname="C"/><testcase name="a" classname="C"/><testsuite name="pytest" tests="1"><testcase classname="C" name="b"/><testcase classname="C" name="b"/></testsuite></testsuites>`,
			"C › a=passed 1, C › a #2=passed 1, C › b=flaky 2"},
		{"a file that jest could not load", `<testsuites name="jest tests"><testsuite name="b.test.js" errors="1" tests="0"><testcase classname="Test suite failed to run" name="b.test.js" time="0"><error>load fails</error></testcase>` +
			`<testcase classname="Test suite failed to run" name="b.test.js" time="0"><failure>{}</failure></testcase></testsuite></testsuites>`, "b.test.js › Test suite failed to run › b.test.js=failed 1"},
		{"such a file of two projects", `<testsuites name="jest tests"><testsuite name="b.test.js"><testcase classname="Test suite failed to run" name="b.test.js"><error/></testcase></testsuite>` +
			`<testsuite name="b.test.js"><testcase classname="Test suite failed to run" name="b.test.js"><error/></testcase></testsuite></testsuites>`,
			"b.test.js › Test suite failed to run › b.test.js=failed 1, b.test.js › Test suite failed to run › b.test.js #2=failed 1"},
	} {
		got, _ := steps(t, ingesttest.File{Path: "2026-05-01/x.xml", Text: c.in})
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %s, want %s", c.name, strings.Join(got, ", "), c.want)
		}
	}
}
