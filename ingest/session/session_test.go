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
		"The user doesn't want to proceed with this tool use. secret":   "rejected by the user",
		"Command timed out after 2m 0.0s secret":                        "timed out",
		"Claude requested permissions to write to secret":               "no permission",
		"ENOENT: no such file or directory, open 'secret'":              "not found",
		"<tool_use_error>String to replace not found in file.\nsecret":  "not found",
		"<tool_use_error>InputValidationError: secret</tool_use_error>": "wrong input",
		"first line\nExit code 3":                                       "error",
		"Exit code: 99999999999999999999":                               "error",
	} {
		if got, _, _ := session.Class(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if _, exit, stated := session.Class("Exit code 124"); exit != 124 || !stated {
		t.Errorf("exit status %d, %v", exit, stated)
	}
}
