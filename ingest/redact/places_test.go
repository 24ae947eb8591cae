package redact

import (
	"strings"
	"testing"
)

// A place is a text with what goes between « and », and the rule that takes it. Where there is
// none, the text stays as it is.
type place struct{ rule, text string }

// parts stand for secrets in the texts below, so that no scanner of repositories finds any.
var parts = strings.NewReplacer(
	"{word}", "hunter"+"2", "{Mixed}", "S3cr3t"+"Pw", "{pair}", "ada:hunter"+"2", "{four}", "ab1"+"d", "{three}", "ab"+"1",
	"{random}", madeUp(301, 24, mixedCase), "{hex32}", madeUp(302, 32, lowerHex), "{base64}", encoded("ada:hunter"+"22"),
	"{long}", madeUp(303, 40, mixedCase))

func (p place) check(t *testing.T, r *Redactor) {
	t.Helper()
	form := parts.Replace(p.text)
	text := strings.NewReplacer("«", "", "»", "").Replace(form)
	want := text
	if p.rule != "" {
		before, rest, ok := strings.Cut(form, "«")
		_, after, closed := strings.Cut(rest, "»")
		if !ok || !closed {
			t.Fatalf("%q marks nothing", p.text)
		}
		with := marker + p.rule + "]"
		if p.rule == "home directory" {
			with = "~"
		}
		want = before + with + after
	} else if strings.Contains(form, "«") {
		t.Fatalf("%q has no rule", p.text)
	}
	if got, _ := r.Text(text); got != want {
		t.Errorf("%q\n gives %q\n  want %q", text, got, want)
	}
}

// A password is what is plainly given to its name, in whatever form.
func TestPlacesOfPasswords(t *testing.T) {
	r := New()
	for _, p := range []place{
		// the signs of an assignment
		{"password", "password=«{word}»"}, {"password", "password := «{word}»"}, {"password", "password => '«{word}»'"},
		{"password", "password ?= «{word}»"}, {"password", "password +='«{word}»'"}, {"password", "password == '«{word}»'"},
		{"password", "password::='«{word}»'"}, {"password", "password%3D«{word}»"}, {"password", "password%3a «{word}»"},
		{"password", `password\u003d«{word}»`}, {"password", "password:«{word}»"},
		{"", "password / {word}"}, {"", "password, {word}"},
		// a name in brackets or quotes, and a list of arguments
		{"password", "config['password'] = '«{word}»'"}, {"password", `config["password"]="«{word}»"`}, {"password", `"password" : "«{word}»"`},
		{"password", `\"password\":\"«{word}»\"`}, {"password", `["--password", "«{word}»"]`}, {"", `["--password" "{word}"]`},
		{"password", "--password «{word}» --now"}, {"password", "--password=«{word}»"}, {"password", "--password\t«{word}»"},
		{"", `"PASSWORD=" + {word}`}, {"", `'password=' + '{word}'`},
		// a type between the name and the value
		{"password", `password: str = "«{word}»"`}, {"password", `password string = "«{word}»"`}, {"password", `const password: string = '«{word}»'`},
		// elements
		{"password", "<password>«{word}»</password>"}, {"password", "<password>\n  «{word}»\n</password>"},
		{"password", `\u003cpassword\u003e«{word}»\u003c/password\u003e`}, {"password", "&lt;password&gt;«{word}»&lt;/password&gt;"},
		{"", "<password></password>"}, {"", "<password><none/></password>"}, {"", "<password> </password>"},
		// prompts
		{"password", "Password for ada: «{word}»"}, {"password", "Password for host.example: «{word}»"},
		{"", "Password for ada\n: {word}"}, {"", "Password for ada: sesame was wrong"},
		// first on its line, and the last
		{"password", "  password: «{word}»  \nnext"}, {"password", "- password: «{word}»"}, {"password", "\tpassword: «{word}»\r\n"},
		{"password", "a note\npassword: «correcthorse»"}, {"", "a password: correcthorse"}, {"", "password: correcthorse battery"},
		{"password", "the password: «{word}»"},
		// names
		{"password", "DB_PASSWORD_PROD=«{word}»"}, {"password", "passwordConfirmation: '«{word}»'"}, {"password", "password2=«{word}»"},
		{"password", "adminPass='«{word}»'"}, {"password", "db-passwd=«{word}»"}, {"password", "MYSQL_PWD=«{word}»"},
		{"", "PWD={word}"}, {"", "OLDPWD={word}"}, {"", "passwordless={word}"}, {"", "compass={word}"},
		// bare
		{"password", "the password is «{Mixed}» now"}, {"", "the password is {word} now"}, {"", "password {word}"}, {"password", "password «{random}»"},
		// too short, and in its length
		{"", "password=ab"}, {"password", "password=«{three}»"}, {"password", "--password «{word}»"}, {"", "--password ab1"},
		{"", "pass=12345"}, {"password", "user=ada pass=«{four}»"}, {"", "user=ada pass={three}"}, {"", "user=ada\npass=abcde"},
		{"password", `"username":"ada","pass":"«abcd»"`}, {"password", "login=ada pass=«abcd»"}, {"", "users: ada, pass: abcd"},
		{"password", "uid=7&pass=«abcd»"}, {"password", "usr=a pass=«abcd»"},
		// a sentence
		{"password", "passphrase = '«correct horse battery staple»'"},
		{"", "password = 'correct horse battery staple'"}, {"password", "password = '«correct {Mixed} battery»'"},
		// what belongs to a program
		{"", "password = f(x)"}, {"", "password = items[0]"}, {"", "password = std::string"}, {"", "password = os.environ['X']"},
		{"password", "password = '«f(x)y»'"},
		// beside others
		{"password", "password=«{word}»&x=1"}, {"password", "password=«{word}»;Encrypt=yes"}, {"password", "password=«{word}», user=ada"},
		{"password", "(password=«{word}»)"}, {"password", "[password=«{word}»]"}, {"password", "password=«a,b{word}» x"},
		{"password", "password=«{word}»%26x=1"}, {"password", "password=«{word}»&amp;x=1"}, {"password", "password=«{word}».\n"},
		{"password", `password="«a\"b{word}»" x`}, {"password", "password=$'«{word}»'"}, {"password", `password="«{word}» and it was cut`},
		{"password", "password='«a(b)c»'"}, {"password", "password=«a(b)c{word}» x"},
		{"", `password = str = "{word}"`}, {"password", "password === '«{word}»'"}, {"", "password=$"}, {"", "password=..."}, {"password", "password=«{word}»,"},
		{"password", "password=«a%zz{word}» x"}, {"password", "password=«a;b{word}» x"}, {"password", "password=«a&b{word}» x"}, {"password", "password=«a]b{word}» x"},
		{"password", "password=«" + strings.Repeat("aB3", 400) + "» x"}, {"password", "password=«" + strings.Repeat("aB3.", 400) + "aB3» x"},
		{"password", strings.Repeat(" ", 32) + "password: «correcthorse»"}, {"", strings.Repeat(" ", 33) + "password: correcthorse"},
		{"password", "Password for ada: «sesame»"}, {"password", `"Password for ada: «sesame»" x`}, {"", "Password for ada: ajar"},
		{"password", "password" + strings.Repeat(" ", 16) + "=" + strings.Repeat(" ", 16) + "'«{word}»'"}, {"", "password" + strings.Repeat(" ", 17) + "= '{word}'"},
		{"password", "--password «12345»"}, {"", "--password 1234"}, {"password", "x password: «123456» y"}, {"", "x password: 12345 y"}, {"", "x password: 2026-11-20 y"},
		{"", "pass=phase3"}, {"", "pass=Round12"}, {"password", "pass=«hunt3r»"}, {"", "pass=hunter"}, {"", "pass=0xabcdef1"}, {"", "pass=20261120T034532Z"},
		{"password", "pass=«a!b2c$d»"}, {"", "pass=ab/1cd"}, {"password", "user=ada pass=«ab/1cd»"},
	} {
		p.check(t, r)
	}
}

// A token or a key is taken where its value looks like one.
func TestPlacesOfTokens(t *testing.T) {
	r := New()
	for _, p := range []place{
		{"secret", "API_TOKEN=«{random}»"}, {"secret", "api-key: «{random}»"}, {"secret", "x.token: «{random}»"}, {"", "token: lexer"}, {"", "token=a b"},
		{"secret", "the token «{random}» is old"}, {"", "the token {word} is old"}, {"", "auth {random}"}, {"", "token={random}("},
		{"secret", `setenv("API_TOKEN", "«abcd{four}»")`}, {"", `setenv("api_token", "abcd{four}")`}, {"", `setenv("API_TOKEN", "abc{four}")`}, {"", `setenv("API_TOKEN" "abcd{four}")`},
		{"secret", "SECRET_KEY=«supersecretword»"}, {"", "SECRET=supersecretword"}, {"secret", "MY_SECRET=«abcd12»"}, {"", "MY_SECRET=ab12"}, {"", "x secret: supersecretword y"},
		{"secret", `"x_key": "«{random}»"`}, {"", `"cache_key": "{random}"`}, {"", `"key": "{random}"`}, {"", `"x_key": "{hex32}"`}, {"", `"x_key": "` + madeUp(321, 19, mixedCase) + `"`},
		{"secret", `"x_key": "«` + madeUp(322, 20, mixedCase) + `»"`}, {"secret", `"api_key": "«{hex32}»"`},
		{"secret", `"signature": "«{random}»"`}, {"", "signature: {random}"}, {"", `"signature": "{hex32}"`}, {"", `"signature": "` + madeUp(323, 19, mixedCase) + `"`},
		{"secret", `"signature": "«` + madeUp(324, 20, mixedCase) + `»"`}, {"", `"signature": "f(a1B2c3D4, e5F6g7H8)"`},
		{"secret", `"dsn": "«{pair}@h/app»"`}, {"", `"dsn": "ada@h/app"`}, {"", `"dsn": "ada:$PW@h/app"`}, {"secret", `"dsn": "«Server=h;Pwd={word}»"`}, {"secret", `"dsn": "«Server=h;AccountKey=x»"`},
		{"secret", `"dsn": "«a;pass=b»"`}, {"", `"dsn": "Server=h;Database=x"`}, {"secret", `"dsn": "«{random}»"`}, {"", `"dsn": "{word}{word}"`}, {"", "dsn {pair}@h"},
		{"secret", `"dsn": "«` + madeUp(325, 16, mixedCase) + `»"`}, {"", `"dsn": "` + madeUp(326, 15, mixedCase) + `"`},

		{"secret", `{"name": "API_TOKEN", "value": "«{random}»"}`}, {"secret", `{"value": "«{random}»", "key": "API_TOKEN"}`}, {"", `{"title": "API_TOKEN", "value": "{random}"}`},
		{"", `{"value": "{random}", "title": "API_TOKEN"}`}, {"", `{"value": "{random}", "name"}`}, {"", `"name", "API_TOKEN", "value": "{random}"`}, {"", `{"value": "{random}", "name", "API_TOKEN"}`},
		{"secret", "- name: DB_PASSWORD\n  value: «{word}»\n"}, {"secret", "- key: 'DB_PASSWORD'\n  value: '«{word}»'\n"}, {"", "- name: DB_HOST\n  value: {random}\n"},
		{"secret", `<add key="DbPassword" value="«{word}»" />`}, {"secret", `id=DB_PASSWORD value="«{word}»"`}, {"", `DB_PASSWORD value="{word}"`}, {"secret", `header: API_TOKEN, value: "«{random}»"`},
		{"", `{"name": "API_TOKEN", "values": "{random}"}`}, {"secret", `{"env": "API_TOKEN", "value": "«{random}»"}`},
	} {
		p.check(t, r)
	}
}

// Programs take a password by a flag that does not say so, on their own command line alone.
func TestPasswordsOfPrograms(t *testing.T) {
	r := New()
	for _, program := range []string{"docker login", "podman login", "helm registry login", "az login"} {
		place{"password", program + " -u ada -p «{word}» host.example"}.check(t, r)
		place{"password", program + " -p '«{word}»'"}.check(t, r)
		place{"password", program + " -p=«{word}»"}.check(t, r)
		place{"", program + " -p{word}"}.check(t, r)
	}
	for _, program := range []string{"mysql", "mysqldump", "mysqladmin"} {
		place{"password", program + " -uroot -p«{Mixed}» app"}.check(t, r)
		place{"password", program + " -p'«{Mixed}»'"}.check(t, r)
		place{"", program + " -p {Mixed}"}.check(t, r)       // it asks for one
		place{"", program + " -port app"}.check(t, r)        // another flag
		place{"", "my" + program + " -p{Mixed}"}.check(t, r) // another program

		place{"password", program + " -h db-prod -p«{Mixed}» app"}.check(t, r) // the name of a host has no flag in it
	}
	for _, p := range []place{
		{"password", "sshpass -p «{word}» ssh host"}, {"password", "sshpass -p«{Mixed}» ssh host"},
		{"password", "redis-cli -h db -a «{word}» ping"}, {"password", "sqlcmd -S db -P «{word}»"}, {"password", "unzip -P «{word}» x.zip"},
		{"password", "openssl rsa -passin pass:«{Mixed}» -in k"}, {"", "openssl rsa -passin pass:{three}"}, {"", "openssl rsa -passin file:{word}"},
		{"password", "curl -u «{pair}» https://h.example"}, {"password", "curl --user «{pair}» x"}, {"password", "curl --proxy-user «{pair}» x"},
		{"password", "curl -sS -o x -u '«{pair}»' y"}, {"password", `["curl", "-u", "«{pair}»"]`}, {"password", "curl --user=«{pair}» x"},
		{"password", "curl -u «ada:'{word}'» x"}, {"password", "curl -u «{random}»: x"},
		{"", "curl -u ada x"}, {"", "curl -u ada:$PASS x"}, {"", "curl -u ada: x"}, {"", "curly -u {pair}"}, {"", "recurl -u {pair}"},
		{"password", "docker login -p «{four}»"}, {"", "docker login -p {three}"}, {"", "docker login -p $TOKEN"},
		{"", "curl x | tool -u {pair}"}, {"", "curl x; tool -u {pair}"}, {"", "curl x && tool -u {pair}"}, {"", "curl x\ntool -u {pair}"},
		{"password", "curl x \\\n  -u «{pair}»"}, {"password", "curl 'x?a=1&b=2' -u «{pair}»"},
		{"password", "curl " + strings.Repeat("x", maxCommand-10) + " -u «{pair}»"}, {"", "curl " + strings.Repeat("x", maxCommand) + " -u {pair}"},
		{"password", "login ada password «{word}»"}, {"password", "login ada account ops password «{word}»"}, {"password", "login ada port 21 password «{word}»"},
		{"", "login ada password $WORD"}, {"", "login password {word}"}, {"", "login ada and a password {word}"},
	} {
		p.check(t, r)
	}
}

// The credentials of headers, cookies and addresses.
func TestPlacesOfCredentials(t *testing.T) {
	r := New()
	for _, p := range []place{
		{"authorization", "Authorization: Bearer «{random}»"}, {"authorization", "authorization=bearer «{random}»"}, {"authorization", "Authorization:Token\t«{random}»"},
		{"authorization", `headers["Authorization"] = "Bearer «{random}»"`}, {"authorization", `"Authorization": "ApiKey «{random}»"`},
		{"authorization", "Authorization: «{random}»"}, {"", "Authorization: required"}, {"", "Authorization {random}"}, {"", "Authorization: Bearer"},
		{"authorization", "Authorization: Basic «sesame»"}, {"", "Authorization: Basic sesame words"}, {"authorization", "Authorization: Negotiate «{word}» x"},
		{"authorization", "Authorization: Digest «username=\"ada\", response=\"{hex32}\"»\nnext"}, {"", "Authorization: Digest of the text"},
		{"authorization", `-H "Authorization: Digest «username=x, response={hex32}»" y`}, {"", "Authorization: Bearer $TOKEN"},
		{"authorization", "sent Bearer «{random}» to it"}, {"authorization", "Bearer: «{random}»"}, {"", "Bearer {word}"}, {"", "unbearer {random}"},
		{"authorization", "Basic «{base64}»"}, {"", "Basic {random}"}, {"", "Basic YTpi"}, {"authorization", "Basic «YWRhOmI=»"},
		{"docker auth", `"auth": "«{base64}»"`}, {"docker auth", "_auth=«{base64}»"}, {"", `"auth": "none"`},

		{"cookie", "Cookie: «a={random}; b=2»\r\nnext"}, {"cookie", "Set-Cookie: «sid={word}; Path=/»"}, {"cookie", `-H 'Cookie: «a={word}»' x`},
		{"", "cookie=a={word}"}, {"cookie", `"cookie": "«{random}»"`}, {"cookie", "cookie=«{random}»"}, {"", "cookie: {random}"}, {"", "Cookie: a=$B"},
		{"", "cookie=" + madeUp(304, 15, mixedCase)}, {"cookie", "cookie=«" + madeUp(305, 16, mixedCase) + "»"},
		{"cookie", "PHPSESSID=«{hex32}»"}, {"cookie", "JSESSIONID=«{hex32}»"}, {"cookie", "?sessionid=«{random}»"},
		{"", "?sessionid=20261120-{random}"}, {"", `"sessionid": "{random}"`}, {"", "sessionid: {random}"}, {"cookie", "app_session=«{hex32}»"},
		{"", "obsession={hex32}"}, {"cookie", "Cookie: «a=b»"}, {"", "Cookie: a="}, {"cookie", `"Cookie: «a=b»\"`}, {"cookie", "my-sid=«{random}»"}, {"", "mysid={random}"},

		{"url credentials", "https://«{pair}»@h.example/x"}, {"url credentials", "https://«ada:a@b{word}»@h.example/x"}, {"url credentials", "redis://«:{word}»@h.example"},
		{"url credentials", "https://«{random}»@h.example"}, {"url credentials", "https://«ada:pa/ss{word}»@h.example"}, {"url credentials", "amqp://«{pair}»@h?x=a@b"},
		{"", "https://git@h.example/x"}, {"", "svn://anonymous@host/x"}, {"", "https://hg@host/x"}, {"", "https://@h.example"}, {"", "https://$USER@h.example"},
		{"", "://{pair}/x"}, {"", "https://h.example:8080/a@b"}, {"", "https://[::1]:80/a@b"}, {"", "https://h.example:PORT/a@b"},
		{"", "https://h.example:$PORT/a@b"}, {"", "https://h.example/a:b@c"}, {"", "https://ada:@h.example"}, {"", "https://ada:***@h.example"},
		{"", "https://h.example a:{word}@b"}, {"", "https://h.example\ta:{word}@b"}, {"", "https://h.example\na:{word}@b"}, {"", "https://h.example>a:b@c"}, {"", "https://h.example'a:b@c"},
		{"url credentials", "https://«{pair}»@h.example/?q=a@b"}, {"url credentials", "https://«{pair}»@h.example b:c@d"},
		{"", "https://h.example \"a@b"}, {"", "https://h.example<a:b@c"}, {"", `https://h.example\a:b@c`},
		{"url credentials", "db=«root:{word}»@tcp(db:3306)/app"}, {"url credentials", "'«root:{word}»@unix(/run/x)/app'"}, {"", "root@tcp(db:3306)/app"}, {"", "root:@tcp(db:3306)/app"},

		{"url signature", "?sig=«{random}»"}, {"url signature", "&X-Amz-Signature=«{long}»"}, {"url signature", "?a=b&code=«{random}»&c=1"}, {"url signature", "?key=«{random}»"},
		{"", "sig={random}"}, {"", "?code=404"}, {"", "?sig=$SIGNATURE_OF_THE_BLOB"}, {"", "?code=" + madeUp(306, 15, mixedCase)},
		{"url signature", "?code=«" + madeUp(307, 16, mixedCase) + "»"}, {"url signature", `\u0026code=«{random}»`}, {"url signature", "&amp;code=«{random}»"},
		{"url signature", "%26code=«{random}»"}, {"url signature", "%3Fcode=«{random}»"},

		{"secret", "the token is «" + madeUp(308, 16, mixedCase) + "» now"}, {"", "the token is " + madeUp(309, 15, mixedCase) + " now"},
		{"secret", "deploy_token «" + madeUp(310, 16, mixedCase) + "» now"}, {"", "deploy_token " + madeUp(311, 15, mixedCase) + " now"},
		{"", "the auth is " + madeUp(308, 16, mixedCase) + " now"}, {"secret", "auth=«" + madeUp(308, 16, mixedCase) + "»"}, {"secret", "token=«" + madeUp(309, 15, mixedCase) + "»"},
		{"secret", `setenv("DEPLOY_TOKEN", "«` + madeUp(312, 9, mixedCase) + `»")`}, {"", `setenv("DEPLOY_TOKEN", "` + madeUp(312, 7, mixedCase) + `")`},
		{"", `setenv("deploy_token", "` + madeUp(312, 9, mixedCase) + `")`}, {"", "token = " + madeUp(308, 16, mixedCase) + "(x)"}, {"secret", "token = '«" + madeUp(308, 16, mixedCase) + "(x)»'"},
	} {
		p.check(t, r)
	}
}

// Home directories of all kinds of machines. What is left of a path tells where a file lies.
func TestPlacesOfHomes(t *testing.T) {
	r := New()
	for _, root := range homeRoots {
		place{"home directory", "in «" + root + "/home/ada»/x"}.check(t, r)
		place{"home directory", "in «" + root + "/Users/ada»/x"}.check(t, r)
	}
	for _, p := range []place{
		{"home directory", "«/home/ada»/x.go"}, {"home directory", "«/Users/ada.l»/x"}, {"home directory", "at «/home/ada». Next"}, {"home directory", "«/home/zoé»/x"},
		{"home directory", "«/home/ada»“ x"}, {"home directory", "«/home/ada»…"}, {"home directory", "«/home/zoé1»/x"}, {"home directory", "«/home/zoe\u0301»/x"}, {"home directory", "«/home/ada»(x)"},
		{"", "/home/"}, {"", "/home//x"}, {"", "/home/<user>"}, {"", "/homes/ada/x"}, {"", "/HOME/ada/x"}, {"", "/users/ada/x"},
		{"", "/Users/Shared/x"}, {"", "/Users/all/x"}, {"", "/Users/default"}, {"home directory", "«/Users/allen»/x"},
		{"home directory", "«/root»/x"}, {"home directory", "«/root»/.ssh"}, {"", "/root/"}, {"", "/root/ x"}, {"", "/root"},
		{"", "/home/index.html"}, {"home directory", "«/home/index.html»/x"}, {"home directory", "«/home/ada.lovelace»"}, {"", "/home/x.js?y"},
		{"", "x/home/ada"}, {"", "./home/ada"}, {"", "~/home/ada"}, {"", "$R/home/ada"}, {"", "}/home/ada"}, {"", "*/home/ada"}, {"", "h.example/home/ada"},
		{"home directory", "-I«/home/ada»/x"}, {"", "i/home/ada/x"}, {"", "xI/home/ada/x"}, {"home directory", "=«/home/ada»/x"}, {"home directory", ":«/home/ada»/x"},
		{"home directory", "file://«/home/ada»/x"}, {"", "http:///home/ada/x"}, {"home directory", `\n«/home/ada»/x`}, {"home directory", "a%3D«/home/ada»/x"},
		{"", "GET /home/ada"}, {"", "HEAD /home/ada"}, {"", "POST /home/ada"}, {"", "PUT /home/ada"}, {"", "PATCH /home/ada"}, {"", "DELETE /home/ada"}, {"", "OPTIONS /home/ada"},
		{"home directory", "TARGET=«/home/ada»"},

		{"home directory", `«C:\Users\ada»\x`}, {"home directory", `«C:\\Users\\ada»\\x`}, {"home directory", "«C:/Users/ada»/x"}, {"home directory", "«c:/users/ada»/x"},
		{"home directory", `«D:\Documents and Settings\ada»\x`}, {"home directory", `«C:\Users\Ada Lovelace»\x`}, {"home directory", `«C:\Users\ada» is here`},
		{"home directory", `«C:\Users\ada»`}, {"home directory", `«C:\Users\ada» \x`}, {"home directory", `"«C:\Users\ada»", x\y`},
		{"", `C:\Users\Public\x`}, {"", `C:\Users\`}, {"", `C:Users\ada`}, {"", `1:\Users\ada`}, {"", `xC:\Users\ada`}, {"", `\Users\ada`}, {"", `Users\ada`},
		{"home directory", `\\wsl$\Ubuntu«\home\ada»\x`}, {"", `\\srv\Ubuntu\home\ada\x`}, {"", `\\wsl$\Ubuntu\home\`},

		{"home directory", "-«Users-ada»-code-x"}, {"home directory", "projects/-«home-ada»-x"}, {"home directory", `"-«Users-ada»-code"`}, {"home directory", "-«Users-a»-code"}, {"home directory", "/-«home-x»-y/z"},
		{"", "-Users--code"}, {"", "-Users-"}, {"", "-home-"}, {"", "-users-ada-code"}, {"", "x-Users-ada-code"},
		{"", "-Users-ada"}, {"", "-Users-ada/x"}, {"", "-home--x"}, {"", "--home-ada-x"},
		{"home directory", "?p=«%2Fhome%2Fada»%2Fx"}, {"home directory", "?p=«%2fUsers%2fada»"}, {"", "?p=%2Fhome%2F"}, {"", "?p=%2Fhome%2F%2Fx"},
	} {
		p.check(t, r)
	}
}

// What a mail address is: a name of 64 bytes at most before it, two labels or more behind it, the
// last one a top-level domain.
func TestPlacesOfAddresses(t *testing.T) {
	r := New()
	name, label := strings.Repeat("a", 64), strings.Repeat("b", 60)
	at := "@" // joined here, so that this file holds no address
	for _, p := range []place{
		{"e-mail", "to «ada" + at + "x.example»."}, {"e-mail", "«ada" + at + "x.example»,bob"}, {"e-mail", "<«a.b-c_d+e%f" + at + "x.example»>"},
		{"e-mail", "«ada%40x.example»&y"}, {"e-mail", "-«ada" + at + "x.example»"}, {"e-mail", "..«ada" + at + "x.example»"}, {"e-mail", "«" + name + at + "x.example»"},
		{"e-mail", "a«" + name + at + "x.example»"}, {"e-mail", "«zoë" + at + "x.example»"}, {"e-mail", "「«ada" + at + "x.example»」"},
		{"e-mail", "«ada" + at + "x.co»"}, {"", "ada" + at + "x.c"}, {"", "ada" + at + "x"}, {"", "ada" + at + "x.e1"}, {"e-mail", "«ada" + at + "x.xn--e1»"},
		{"e-mail", "«ada" + at + "x.example».1"}, {"e-mail", "«ada" + at + "x.example»-"}, {"e-mail", "«ada" + at + "x.example».."},
		{"", "ada." + at + "x.example"}, {"", at + "x.example"}, {"", "$ada" + at + "x.example"}, {"", "git" + at + "x.example"}, {"", "this" + at + "x.example"},
		{"e-mail", "«gits" + at + "x.example»"}, {"", "super" + at + "x.call"}, {"", "return" + at + "x.map"}, {"", "ada" + at + "x.call()"},
		{"", "icon" + at + "2x.png"}, {"", "icon" + at + "big.png"}, {"", "a" + at + "x.PNG"}, {"", "npm" + at + "1.2.x"}, {"", "npm" + at + "1.2.beta"}, {"", "npm" + at + "v1.x"}, {"", "npm" + at + "1"},
		{"e-mail", "«ada" + at + "1and1.example»"}, {"e-mail", "«ada" + at + "163.com»"}, {"e-mail", "«ada" + at + "1.com»"}, {"", "unit" + at + "x.service"},
		{"e-mail", "«ada" + at + strings.Repeat(label+".", 4) + "abcdefghijk»lm"}, // 255 bytes of a domain
	} {
		p.check(t, r)
	}
}

// Secrets with a mark in their midst, at their least and their most, and a step beside that.
func TestPlacesOfMarkedSecrets(t *testing.T) {
	r := New()
	mixed := func(n int) string { return bodyOf(dashedChars, n) }
	digits := func(n int) string { return strings.Repeat("9876543210", 3)[:n] }
	hex := func(n int) string { return madeUp(311, n, lowerHex) }
	capitals := func(n int) string { return madeUp(312, n, upperOnly) }
	for _, p := range []place{
		{"azure secret", "x «aB18Q~" + mixed(28) + "» y"}, {"", "x aB18Q~" + mixed(27) + " y"}, {"", "x aB1zQ~" + mixed(34)}, {"", "18Q~" + mixed(34)},
		{"azure secret", "«aB18Q~" + mixed(34) + "»"}, {"", "a 18Q~" + mixed(34)},

		{"chat token", "x «" + digits(8) + ":AA" + mixed(31) + "»"}, {"", "x " + digits(7) + ":AA" + mixed(31)}, {"", "x " + digits(8) + ":AA" + mixed(30)},
		{"chat token", "x «" + digits(12) + ":AA" + mixed(33) + "»"}, {"", "x " + digits(9) + ":BA" + mixed(33)}, {"chat token", "9«" + digits(12) + ":AA" + mixed(33) + "»"},

		{"vault token", "x «" + bodyOf(alnumChars, 10) + ".atlasv1." + mixed(31) + "»"}, {"", "x " + bodyOf(alnumChars, 9) + ".atlasv1." + mixed(60)},
		{"", "x " + bodyOf(alnumChars, 14) + ".atlasv1." + mixed(30)}, {"vault token", "abc«" + bodyOf(alnumChars, 20) + ".atlasv1." + mixed(60) + "»"},

		{"mail service key", "x «" + hex(32) + "-us1»"}, {"mail service key", "x «" + hex(32) + "-us21» y"}, {"", "x " + hex(32) + "-us123"}, {"", "x " + hex(32) + "-us"},
		{"", "x " + hex(31) + "-us1"}, {"", "x" + hex(32) + "-us1"}, {"", "x " + hex(32) + "-us1a"}, {"", hex(31) + "z-us1"},

		{"platform token", "facebook app «" + digits(15) + "|" + mixed(27) + "»"}, {"platform token", "facebook app «" + digits(16) + "|" + mixed(40) + "»"},
		{"", "facebook app " + digits(14) + "|" + mixed(27)}, {"", "facebook app " + digits(17) + "|" + mixed(27)}, {"", "facebook app " + digits(15) + "|" + mixed(26)},
		{"", "facebook app " + digits(15) + "|" + mixed(41)}, {"", "facebook app " + digits(15) + "|" + strings.Repeat("word-", 6)},
		{"platform token", "id «" + digits(15) + "%7C" + mixed(27) + "»"}, {"platform token", "id «" + digits(15) + "%" + mixed(27) + "»"},
		{"platform token", "x «abcdef_" + bodyOf(wordChars, 29) + "_mmk» y"}, {"", "x abcdef_" + bodyOf(wordChars, 28) + "_mmk"}, {"", "xabcdef_" + bodyOf(wordChars, 29) + "_mmk"},
		{"", "x abcdef_" + bodyOf(wordChars, 29) + "_mmkx"}, {"", "x abcdefg" + bodyOf(wordChars, 29) + "_mmk"},
		{"", "x sc_ab.acc_" + bodyOf(alnumChars, 40)}, {"", "x sc_ab.1.acc_" + bodyOf(alnumChars, 34)}, {"", "x a.b.c.acc_" + bodyOf(alnumChars, 40)},
		{"platform token", "x «sc_ab.1.acc_" + bodyOf(alnumChars, 35) + "»"},

		{"vault token", "«A3-2" + capitals(5) + "-" + capitals(6) + "-" + capitals(5) + "-" + capitals(5) + "-" + capitals(5) + "-" + capitals(5) + "»"},
		{"", "A3-" + capitals(5) + "-" + capitals(12) + "-" + capitals(5) + "-" + capitals(5) + "-" + capitals(5)},
	} {
		p.check(t, r)
	}
}

// A word opens behind an escape, whose last byte may look like part of it.
func TestWordsBehindEscapes(t *testing.T) {
	r := New()
	token := "npm_" + bodyOf(alnumChars, 36) // known only as a word by itself
	for _, before := range []string{
		"", " ", "(", "=", "-", "\n", `\n`, `\t`, `\r`, `\b`, `\f`, `\0`, "%3D", "%3d", "%20", `\x3d`, `\x1B`, `\u003d`, `\u000A`, "\x1b[31m", "\x1b[m", `\u001b[1;31m`, `\x1b[0m`, "[0;1;31m",
	} {
		place{"package registry token", before + "«" + token + "» x"}.check(t, r)
	}
	for _, before := range []string{"n", "_", "0", "3D", "%3", `\s`, "x3d", `\y3d`, "u003d", `v003d`, "m", "31m", "a[b31m"} {
		if out, _ := r.Text(before + token); out != before+token {
			t.Errorf("behind %q: %s", before, out)
		}
	}
}

// What is written around a secret in JSON stays as it is written, escapes and all, and so does
// JSON without any.
func TestJSONStaysAsItIsWritten(t *testing.T) {
	r := New()
	token := "ghp_" + madeUp(341, 36, mixedCase)
	for _, c := range []struct{ text, want string }{
		{`{"a":"\u00e9t\u00e9 \/x\/","b":"\t<tab>\u003c"}`, ""},
		{`["\ud83d\ude00 and so on", 1.0e2, "\\", "short"]`, ""},
		{`{"a":"\u0067hp_` + token[4:] + `","b":"\u00e9t\u00e9 stays"}`, `{"a":"[redacted: github token]","b":"\u00e9t\u00e9 stays"}`},
		{`{"\u0067hp_` + token[4:] + `":"\u00e9"}`, `{"[redacted: github token]":"\u00e9"}`},
		{`{"a":"x \u0067hp_` + token[4:] + ` <y>"}`, `{"a":"x [redacted: github token] <y>"}`},
		{`{"a":"quoted \"` + token + `\" here"}`, `{"a":"quoted \"[redacted: github token]\" here"}`},
		{`{"a":"` + token, `{"a":"[redacted: github token]`},
		{`"` + token + `"`, `"[redacted: github token]"`},
		{`"`, ""}, {``, ""}, {`{"a":`, ""}, {`{"a":"\u00e9\`, ""},
	} {
		want := c.want
		if want == "" {
			want = c.text
		}
		if got, _ := r.JSON(c.text); got != want {
			t.Errorf("%s\n gives %s\n  want %s", c.text, got, want)
		}
	}
}

// The last line of a key may be cut, and so may its first.
func TestCutLinesOfKeys(t *testing.T) {
	r := New()
	body := strings.Repeat(madeUp(351, 64, mixedCase)+"\n", 3)
	begin, end := pemRule+"BEGIN RSA PRIVATE"+" KEY"+pemRule+"\n", pemRule+"END RSA PRIVATE KEY"+pemRule
	for _, text := range []string{
		"«" + begin + body + end + "»\nnext", "«" + begin + body + end[:20] + "»", "«" + begin + body + end[:8] + "»", "«" + begin + body + end + "» next",
		"«" + begin[11:] + body + end + "»\nnext", "next one:\n«" + body + "Ab1/Ab1/Ab1/\n" + end + "»\nnext", "x «" + begin + strings.TrimSuffix(body, "\n") + "»\n\nnext line", "«" + begin + strings.TrimSuffix(body, "\n") + "»\n",
	} {
		place{"private key", text}.check(t, r)
	}
	for _, text := range []string{begin + "see the manual\n" + end, begin, "the words PRIVATE KEY", "a PRIVATE KEY BLOCK here", begin + "\n" + end} {
		place{"", text}.check(t, r)
	}
}
