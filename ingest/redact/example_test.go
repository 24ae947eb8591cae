package redact_test

import (
	"fmt"

	"runreport/ingest/redact"
)

func ExampleRedactor_Text() {
	r := redact.New()
	out, hits := r.Text("deploy --password " + "tr0ub4dor" + " --config /home/ada/deploy.yml # ask ada" + "@engine.example")
	fmt.Println(out)
	for _, h := range hits {
		fmt.Println(h.Count, h.Rule)
	}
	// Output:
	// deploy --password [redacted: password] --config ~/deploy.yml # ask [redacted: e-mail]
	// 1 password
	// 1 home directory
	// 1 e-mail
}
