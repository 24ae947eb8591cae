package typed

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"strings"
	"testing"
)

// word has string underneath, and is none of the texts that a Page changes.
type word string

type row struct {
	inner
	Name, Other string
	ID          word
	Link        word
	N           int
	On          bool
	Rows        []row
	Words       []word
	Next        *row
	Mark        template.HTML
	Code        template.JS
	Sheet       template.CSS
}

type inner struct{ Deep string }

// Short is a method, which comes before a field.
func (r row) Short() string { return strings.ToUpper(r.Name) }

// shapes use every part of the language that Compile knows, and every place.
var shapes = []string{
	`<p>{{.Name}} {{.ID}} {{.N}} {{.Deep}} {{.Short}}</p>`,
	`<title>{{.Name}}{{.N}}</title>`,
	`<p title="{{.Name}}" class="{{.ID}}" data-n='{{.N}}'>`,
	`<a href="{{.Name}}">{{.Link}}</a><a href="{{.Link}}"></a><a href="#{{.Name}}"></a>`,
	`<div>{{.Mark}}</div><script>{{.Code}}</script><style>{{.Sheet}}</style>`,
	`<script type="application/json">{{.Words}}</script><script>{{.Rows}}</script>`,
	`{{if .On}}on{{else}}off{{end}}{{if .N}}n{{end}}{{if .Name}}s{{else if .Rows}}r{{else}}x{{end}}{{if .Next}}p{{end}}{{if .Deep}}d{{end}}`,
	`{{if or .Name .On}}a{{end}}{{if and .Name .N}}b{{end}}{{if not .On}}c{{end}}{{if ne .Name .Other}}d{{end}}{{if ne .ID "one"}}e{{end}}{{if len .Rows}}f{{end}}`,
	`{{with .Next}}{{.Name}}{{else}}none{{end}}{{with .Name}}{{.}} {{$.ID}}{{end}}{{with $}}{{.Name}}{{end}}`,
	`{{$n := .Name}}{{range .Rows}}{{.ID}} {{$n}}{{$n := .ID}}{{$n}}{{else}}no rows{{end}}{{$n}}`,
	`{{range $i, $r := .Rows}}{{if $i}}, {{end}}{{$r.Name}} {{$i}}{{end}}{{range $x := .Words}}{{$x}}{{end}}{{len .Rows}}`,
	`{{define "tree"}}<li>{{.Name}}<ul>{{range .Rows}}{{template "tree" .}}{{end}}</ul>{{$.ID}}</li>{{end}}{{template "tree" .}}{{template "alone"}}{{with .Next}}{{template "tree" .}}{{end}}{{define "alone"}}text{{end}}`,
}

// texts are read as something else at one place or another.
var texts = []string{
	"", "one", "a b", "<script>alert('1')</script>", `"&+<>'` + "`", "javascript:alert(1)", "https://example.org/a?b=c&d=e#f", "mailto:a@b",
	"../a/b.html", "#x", "%41%zz", "a\x00b", "\xff\xfe", "…/ü€😀", "\u202e\u2028", "a=b;c,d(e)[f]{g}*$!@", "-->]]></title></style>", "x:y/z", "X/y:z", "~_.-", "\n\t",
}

// TestSameBytesAsHTMLTemplate compares with the package that the templates are written for.
func TestSameBytesAsHTMLTemplate(t *testing.T) {
	for _, shape := range shapes {
		parsed := template.Must(template.New("main").Parse(shape))
		page, err := Compile[row](parsed, "main", nil)
		if err != nil {
			t.Errorf("%s: %v", shape, err)
			continue
		}
		for i, text := range texts {
			data := row{
				inner: inner{text}, Name: text, Other: texts[len(texts)-1-i], ID: word(text), Link: word("runs/" + text), N: i - 1, On: i%2 == 0, Words: []word{word(text), "w"},
				Mark: "<b>it</b>", Code: "f()", Sheet: "p{}",
			}
			if i%3 > 0 {
				data.Next = &row{Name: text, Rows: []row{{ID: "last"}}}
				data.Rows = []row{{Name: text, ID: "a"}, {ID: word(text), Rows: []row{{Name: text}}}}
			}
			var want bytes.Buffer
			if err := parsed.Execute(&want, data); err != nil {
				t.Fatalf("%s: %v", shape, err)
			}
			got, err := page.Append([]byte("before "), &data)
			if err != nil || string(got) != "before "+want.String() {
				t.Errorf("%s with %q:\n%s\nwant\n%s\n(%v)", shape, text, got, want.Bytes(), err)
			}
		}
	}
}

func TestTextsGoThroughTheFunction(t *testing.T) {
	parsed := template.Must(template.New("main").Parse(`{{.Name}} {{.ID}} <p title="{{.Name}}"><a href="{{.Name}}"></a>{{if ne .Name .Other}}differ{{else}}same{{end}}<script>{{.Name}}</script>`))
	page, err := Compile[row](parsed, "main", func(s string) string { return strings.ToUpper(s) + "<" })
	if err != nil {
		t.Fatal(err)
	}
	got, err := page.Append(nil, &row{Name: "ab", Other: "AB", ID: "id"})
	if want := `AB&lt; id <p title="AB&lt;"><a href="AB%3c"></a>same<script>"AB\u003c"</script>`; string(got) != want || err != nil {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
}

// TestCompileRefuses holds Compile to an error where it does not know what html/template does.
func TestCompileRefuses(t *testing.T) {
	for _, shape := range []string{
		`{{.Missing}}`, `{{.Name.Missing}}`, `{{printf "%s" .Name}}`, `{{.Name | len}}`, `{{range $k, $v := .N}}{{end}}`, `{{len .Name}}`,
		`{{$x := .Name}}{{$x = .Other}}`, `{{range .Rows}}{{break}}{{end}}`, `{{block "b" .}}{{.N.X}}{{end}}`, `{{with $x := .Name}}{{$x}}{{end}}`,
		`<p title={{.Name}}>`, `<p onclick="{{.Name}}">`, `<p style="color:{{.Name}}">`, `<script>{{.Mark}}</script>`, `<p title="{{.Mark}}">`,
		`{{.Rows}}`, `{{.Next}}`, `{{.On}}`, `<a href="{{.Words}}">`, `<a href="x/{{.Name}}">`, `{{.Code}}`, `{{if eq .Name "x"}}{{end}}`, `{{if or}}{{end}}`, `{{if ne .N 1}}{{end}}`, `{{template "none" .}}`,
		`{{if $x := .Name}}{{end}}`, `{{if .Name | len}}{{end}}`, `{{$x := .Missing}}`, `{{$x := .Missing}}{{$x}}`, `{{$x := .Name | len}}`,
	} {
		parsed, err := template.New("main").Parse(shape)
		if err != nil {
			continue // text/template refuses it already
		}
		if _, err := Compile[row](parsed, "main", nil); err == nil {
			t.Errorf("%s was compiled", shape)
		}
	}
	if _, err := Compile[row](template.New("main"), "other", nil); err == nil {
		t.Error("a template that is not there was compiled")
	}
	if _, err := Compile[any](template.Must(template.New("main").Parse(`{{.Name}}`)), "main", nil); err == nil {
		t.Error("a template for any type was compiled")
	}
}

// within has fields behind a pointer that is embedded.
type within struct {
	*Part
	row
}

type Part struct{ Size int }

func (within) Broken() string { panic("broken") }

// Counted and Both are no methods of pages: html/template would want an argument, and hand on an error.
func (within) Counted(n int) string  { return strings.Repeat("x", n) }
func (within) Both() (string, error) { return "", nil }

// TestErrorsOfHTMLTemplate holds Append to an error, and to no panic, where html/template has one.
func TestErrorsOfHTMLTemplate(t *testing.T) {
	for _, shape := range []string{`{{.Next.Name}}`, `{{.Next.Short}}`, `{{.Next.Name}}{{.Next.Short}}`, `{{.Size}}`, `{{.Broken}}`} {
		parsed := template.Must(template.New("main").Parse(shape))
		page, err := Compile[within](parsed, "main", nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := parsed.Execute(io.Discard, within{}); err == nil {
			t.Errorf("%s is no error of html/template", shape)
		}
		if got, err := page.Append(nil, &within{}); err == nil {
			t.Errorf("%s: %q and no error", shape, got)
		}
	}
}

// formatted and reached are texts that html/template prints otherwise than as text.
type formatted string

func (formatted) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, "formatted") }

type reached struct{ named }

func (*reached) Title() string { return "method" }

type named struct{ Title string }

// TestCompileRefusesTypes holds Compile to an error for types whose text html/template takes
// from a method that typed does not call.
func TestCompileRefusesTypes(t *testing.T) {
	for _, shape := range []string{`{{.F}}`, `<a href="{{.F}}">`, `{{range .R}}{{.Title}}{{end}}`} {
		parsed := template.Must(template.New("main").Parse(shape))
		data := struct {
			F formatted
			R []reached
		}{"text", []reached{{named{"field"}}}}
		var b strings.Builder
		if err := parsed.Execute(&b, data); err != nil || strings.Contains(b.String(), "text") || strings.Contains(b.String(), "field") {
			t.Errorf("html/template: %q, %v", b.String(), err)
		}
		if _, err := Compile[struct {
			F formatted
			R []reached
		}](parsed, "main", nil); err == nil {
			t.Errorf("%s was compiled", shape)
		}
	}
}

// FuzzSameBytesAsHTMLTemplate looks for a text that the two packages write differently.
func FuzzSameBytesAsHTMLTemplate(f *testing.F) {
	for _, text := range texts {
		f.Add(text)
	}
	type both struct {
		parsed *template.Template
		page   *Page[row]
	}
	var all []both
	for _, shape := range shapes {
		parsed := template.Must(template.New("main").Parse(shape))
		page, err := Compile[row](parsed, "main", nil)
		if err != nil {
			f.Fatal(err)
		}
		all = append(all, both{parsed, page})
	}
	f.Fuzz(func(t *testing.T, text string) {
		data := row{inner: inner{text}, Name: text, Other: "x", ID: word(text), Link: word(text), N: len(text), Words: []word{word(text)}, Rows: []row{{Name: text}}, Next: &row{Name: text}}
		for _, b := range all {
			var want bytes.Buffer
			if err := b.parsed.Execute(&want, data); err != nil {
				t.Fatal(err)
			}
			if got, err := b.page.Append(nil, &data); err != nil || string(got) != want.String() {
				t.Errorf("%q:\n%s\nwant\n%s\n(%v)", text, got, want.Bytes(), err)
			}
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	parsed := template.Must(template.New("main").Parse(strings.Join(shapes[:4], "")))
	page, err := Compile[row](parsed, "main", nil)
	if err != nil {
		b.Fatal(err)
	}
	data := row{Name: "checkout-e2e", ID: "row-1", Link: "runs/1.html", N: 3}
	b.Run("typed", func(b *testing.B) {
		var out []byte
		for b.Loop() {
			out, _ = page.Append(out[:0], &data)
		}
	})
	b.Run("html/template", func(b *testing.B) {
		var out bytes.Buffer
		for b.Loop() {
			out.Reset()
			_ = parsed.Execute(&out, data)
		}
	})
}

// TestCompileSaysWhatIsMissing holds errors to the field that is not there, also where nothing else could be printed.
func TestCompileSaysWhatIsMissing(t *testing.T) {
	for _, shape := range []string{`{{.Missing}}`, `{{$x := .Missing}}`, `{{if .Missing}}{{end}}`, `{{range .Missing}}{{end}}`, `<p title="{{.Missing}}">`} {
		_, err := Compile[row](template.Must(template.New("main").Parse(shape)), "main", nil)
		if err == nil || !strings.Contains(err.Error(), "Missing") || strings.Contains(err.Error(), "nothing to print") {
			t.Errorf("%s: error %v", shape, err)
		}
	}
}

// Wherever a field is missing, Compile says so, and that alone: no page is made that lacks it.
func TestMissingEverywhere(t *testing.T) {
	for _, shape := range []string{
		`{{.Missing}}`, `{{if .Missing}}{{end}}`, `{{if .On}}{{.Missing}}{{end}}`, `{{if .On}}{{else}}{{.Missing}}{{end}}`,
		`{{with .Missing}}{{end}}`, `{{with .Next}}{{.Missing}}{{end}}`, `{{with .Next}}{{else}}{{.Missing}}{{end}}`,
		`{{range .Missing}}{{end}}`, `{{range .Rows}}{{.Missing}}{{end}}`, `{{range .Rows}}{{else}}{{.Missing}}{{end}}`,
		`{{if not .Missing}}{{end}}`, `{{if or .On .Missing}}{{end}}`, `{{if and .Missing .On}}{{end}}`,
		`{{if ne .Missing .Name}}{{end}}`, `{{if ne .Name .Missing}}{{end}}`, `{{len .Missing}}`, `{{if len .Missing}}{{end}}`,
		`{{$x := .Missing}}`, `{{.Next.Missing}}`, `{{$.Missing}}`,
		`{{define "t"}}{{.Missing}}{{end}}{{template "t" .}}`, `{{define "t"}}{{end}}{{template "t" .Missing}}`,
	} {
		_, err := Compile[row](template.Must(template.New("main").Parse(shape)), "main", nil)
		if err == nil || !strings.HasSuffix(err.Error(), "typed.row has no Missing") {
			t.Errorf("%s: %v", shape, err)
		}
	}
}

// What is compiled for no data, for types without a truth or a length, and for pipelines that
// are none of the language, is refused with the reason.
func TestReasonsOfCompile(t *testing.T) {
	for shape, want := range map[string]string{
		`{{define "t"}}{{.Name}}{{end}}{{template "t"}}`:                                                 "template main: template t: Name of nothing",
		`{{define "t"}}{{.}}{{end}}{{template "t"}}`:                                                     "template main: template t: nothing to print: . | _html_template_htmlescaper",
		`{{define "t"}}{{if .}}{{end}}{{end}}{{template "t"}}`:                                           "template main: template t: nothing is neither true nor false",
		`{{define "t"}}{{with .}}{{end}}{{end}}{{template "t"}}`:                                         "template main: template t: nothing is neither true nor false",
		`{{define "t"}}{{range .}}{{end}}{{end}}{{template "t"}}`:                                        "template main: template t: range of <nil>, not of a list",
		`{{define "t"}}{{if not .}}{{end}}{{end}}{{template "t"}}`:                                       "template main: template t: nothing is neither true nor false",
		`{{define "t"}}{{if or . .}}{{end}}{{end}}{{template "t"}}`:                                      "template main: template t: nothing is neither true nor false",
		`{{define "t"}}{{if ne . "a"}}{{end}}{{end}}{{template "t"}}`:                                    "template main: template t: <nil> and typed.constant are not both texts",
		`{{define "t"}}{{if ne "a" .}}{{end}}{{end}}{{template "t"}}`:                                    "template main: template t: typed.constant and <nil> are not both texts",
		`{{define "t"}}{{if len .}}{{end}}{{end}}{{template "t"}}`:                                       "template main: template t: len of <nil>, not of a list",
		`{{if ne .N "a"}}{{end}}`:                                                                        "template main: int and typed.constant are not both texts",
		`{{if ne "a" .On}}{{end}}`:                                                                       "template main: typed.constant and bool are not both texts",
		`{{if len .Name}}{{end}}`:                                                                        "template main: len of string, not of a list",
		`{{range .Name}}{{end}}`:                                                                         "template main: range of string, not of a list",
		`{{.Name.Deep}}`:                                                                                 "template main: string has no Deep",
		`{{range $x := .Rows}}{{end}}{{if ne .Name .Rows}}{{end}}`:                                       "template main: string and []typed.row are not both texts",
		`{{if $x := .Name}}{{end}}`:                                                                      "template main: not known: $x := .Name",
		`{{with $x := .Name}}{{end}}`:                                                                    "template main: not known: $x := .Name",
		`{{with .Next}}{{with $x := .Name}}{{$x}}{{end}}{{end}}`:                                         "template main: not known: $x := .Name",
		`{{if .Short .Name}}{{end}}`:                                                                     "template main: a method with arguments: .Short .Name",
		`{{range .Rows}}{{range $x := $.Rows}}{{if .}}{{end}}{{end}}{{if $.Short $.Name}}{{end}}{{end}}`: "template main: a method with arguments: $.Short $.Name",
	} {
		parsed := template.Must(template.New("main").Parse(shape))
		if _, err := Compile[row](parsed, "main", nil); err == nil || err.Error() != want {
			t.Errorf("%s: %v\nwant %s", shape, err, want)
		}
	}
}

// Methods with arguments or two results, lists that are piped, and what html/template takes for
// unsafe are refused with the reason.
func TestReasonsForMethods(t *testing.T) {
	for shape, want := range map[string]string{
		`{{.Counted}}`: "template main: method Counted of typed.within has arguments, or not one result", `{{.Both}}`: "template main: method Both of typed.within has arguments, or not one result",
		`{{range .Rows | len}}{{end}}`: "template main: not known: .Rows | len", `{{range $i := .Rows | len}}{{end}}`: "template main: not known: $i := .Rows | len",
	} {
		parsed := template.Must(template.New("main").Parse(shape))
		_, err := Compile[within](parsed, "main", nil)
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v\nwant %s", shape, err, want)
		}
	}
	parsed := template.Must(template.New("main").Parse(`{{if .On}}<a href='{{else}}<b{{end}}`))
	if _, err := Compile[within](parsed, "main", nil); err == nil || !strings.HasPrefix(err.Error(), "html/template:main:") {
		t.Errorf("%v", err)
	}
}
