package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// secrets are made up and put together from pieces, so that no scanner takes this
// file for a leak. The second string is the part that must not survive.
func secrets() [][2]string {
	mixed := "a8F3kQ9zLm2Xv7Tb1Rw6Yc4Nd5Hj0Ps8"
	return [][2]string{
		{"gh" + "p_" + mixed + "GhIj", mixed},
		{"AK" + "IA" + "Q7ZD3MNB5XKLTV2W", "Q7ZD3MNB5XKLTV2W"},
		{"gl" + "pat-" + mixed[:20], mixed[:20]},
		{"export DEPLOY_TOKEN=" + mixed, mixed},
		{"curl -H 'Authorization: Bearer " + mixed + "' https://api.example", mixed},
		{"postgres://app:" + mixed[:14] + "@db.example/app", mixed[:14]},
		{"mail ada.byron@engine.example about it", "ada.byron@engine.example"},
		{"cd /home/adabyron/code/repo", "adabyron"},
		{"-----BEGIN " + "PRIVATE KEY-----\n" + mixed + mixed + "\n-----END " + "PRIVATE KEY-----", mixed + mixed},
		{`{"password": "` + mixed[:16] + `"}`, mixed[:16]},
	}
}

func TestNoSecretReachesAnOutput(t *testing.T) {
	var log, ledger strings.Builder
	for i, s := range secrets() {
		text, err := json.Marshal(s[0])
		if err != nil {
			t.Fatal(err)
		}
		run := fmt.Sprintf("n%d", i)
		fmt.Fprintf(&log, `{"ts":"2026-04-22T10:00:00.000Z","run_id":%q,"event":"run_start","total_nodes":1,"note":%s}`+"\n", run, text)
		fmt.Fprintf(&log, `{"ts":"2026-04-22T10:00:01.000Z","run_id":%q,"event":"node_transition","node_id":%s,"from":"pending","to":"running","attempt":1,"reason":%s}`+"\n", run, text, text)
		fmt.Fprintf(&log, `{"ts":"2026-04-22T10:00:09.000Z","run_id":%q,"event":"node_attempt","node_id":%s,"attempt":1,"duration_s":8.0,"converged":false,"done_when_results":[{"cmd":%s,"rc":1,"duration_s":8.0,"tail":%s}]}`+"\n", run, text, text, text)
		fmt.Fprintf(&log, "not a record: %s\n", strings.ReplaceAll(s[0], "\n", " "))
		fmt.Fprintf(&ledger, `{"id":"e%d","run_id":"g%d","turn":0,"kind":"agent.spoke","actor":%s,"payload":{"text":%s},"created_at":"2026-04-22T10:00:00.000000Z","schema_version":1}`+"\n", i, i, text, text)
	}
	dir := t.TempDir()
	put(t, dir+"/ci/transitions.jsonl", log.String())
	put(t, dir+"/ledger/events.jsonl", ledger.String())
	code, _, stderr := call(t, "build", dir, "-o", dir+"/report", "-v", "--exclude", "report/**")
	if code != exitOK {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	files := tree(t, dir+"/report")
	files["the terminal"] = stderr
	for name, content := range files {
		for _, s := range secrets() {
			if strings.Contains(content, s[1]) {
				t.Errorf("%s holds %q", name, s[1])
			}
		}
	}
	if !strings.Contains(files["summary.json"], `"code": "redacted"`) {
		t.Error("the report does not say that it redacted")
	}
	open := build(t, dir+"/ci", "--no-redact")
	if !strings.Contains(tree(t, open)["summary.json"], "adabyron") {
		t.Error("--no-redact redacts")
	}
}
