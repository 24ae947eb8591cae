package session_test

import (
	"testing"

	"runreport/ingest/session"
)

// A name of a user is not kept as the name of what a session worked on.
func TestBase(t *testing.T) {
	for dir, want := range map[string]string{
		"/home/ada/shop": "shop", "/home/ada/shop/": "shop", "/home/ada": "", "/Users/ada": "", "/Users/ada/code/till": "till",
		`C:\Users\ada`: "", `C:\Users\ada\shop`: "shop", "": "", "/": "", "shop": "shop",
	} {
		if got := session.Base(dir); got != want {
			t.Errorf("%s: %q, want %q", dir, got, want)
		}
	}
}

// The class of an error says nothing of what stands in it.
func TestClass(t *testing.T) {
	for text, want := range map[string]string{
		"Exit code 2\nmake: secret":                        "exit status 2",
		"Error: Command failed with exit code 127: secret": "exit status 127",
		"Error: secret":                                    "error",
		"":                                                 "error",
		"The user doesn't want to proceed with this tool use. secret":                                         "rejected by the user",
		"Command timed out after 2m 0.0s secret":                                                              "timed out",
		"Claude requested permissions to write to secret, but you haven't granted it yet.":                    "refused by a policy",
		"Permission to use Bash with command exit 1\nsecret has been denied.":                                 "refused by a policy",
		"Permission for this action was denied by the auto mode classifier. Reason: secret":                   "refused by a policy",
		"<tool_use_error>File is in a directory that is denied by your permission settings.</tool_use_error>": "refused by a policy",
		"This command requires approval":                                                                      "refused by a policy",
		"This Bash command contains multiple operations. The following part requires approval: secret":        "refused by a policy",
		"PreToolUse:Bash hook denied this tool":                                                               "refused by a policy",
		"`secret` rejected: blocked by policy":                                                                "refused by a policy",
		"No rule is called so.\nThe call of `x` rejected: y":                                                  "error",
		"approval policy is Never; reject command — you cannot ask for escalated permissions":                 "refused by a policy",
		`exec_command failed for "secret": CreateProcess { message: "Rejected(\"x\")" }`:                      "refused by a policy",
		`exec_command failed for "secret": CreateProcess { message: "Rejected(\"rejected by user\")" }`:       "rejected by the user",
		"[Request interrupted by user for tool use]":                                                          "rejected by the user",
		"user rejected MCP tool call":                                                                         "rejected by the user",
		"patch rejected by user":                                                                              "rejected by the user",
		"Wall time: 3.5 seconds\naborted by user":                                                             "rejected by the user",
		"aborted by user after 3.5s":                                                                          "rejected by the user",
		"Exit code 1\nexec command rejected by user":                                                          "exit status 1",
		"the change was rejected by user ada":                                                                 "error",
		"Claude requested permissions to write to secret":                                                     "no permission",
		"EACCES: permission denied, open 'secret'":                                                            "no permission",
		"ENOENT: no such file or directory, open 'secret'":                                                    "not found",
		"<tool_use_error>String to replace not found in file.\nsecret":                                        "not found",
		"<tool_use_error>InputValidationError: secret</tool_use_error>":                                       "wrong input",
		"first line\nExit code 3":                                                                             "error",
		"Exit code: 99999999999999999999":                                                                     "error",
	} {
		if got, _, _ := session.Class(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if _, exit, stated := session.Class("Exit code 124"); exit != 124 || !stated {
		t.Errorf("exit status %d, %v", exit, stated)
	}
}
