package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"runreport/ingest"
)

// invocation is a call of runreport with the URLs taken out.
type invocation struct {
	args    []string // with folders in the place of URLs
	inputs  []staged
	outputs []staged
	shards  ingest.Shards // of ingest, so that only its share is fetched
}

// staged is a URL and the folder that stands for it.
type staged struct {
	url store
	dir string
}

// outputFlags are the flags whose values are written; all other URLs are read.
var outputFlags = []string{"-o", "--output", "--tables"}

// parse finds the URLs among the arguments. A folder keeps the last name of its URL, which is
// how the report shows it.
func parse(args []string, temp string) (invocation, error) {
	var call invocation
	flag := "" // whose value may come next
	for _, arg := range args {
		value := arg
		if strings.HasPrefix(arg, "-") && arg != "-" {
			flag, value = arg, ""
			if name, v, ok := strings.Cut(arg, "="); ok {
				flag, value = name, v
			}
		}
		if flag == "--shard" && value != "" {
			if _, err := fmt.Sscanf(value, "%d/%d", &call.shards.Index, &call.shards.Of); err != nil {
				call.shards = ingest.Shards{} // runreport says what is wrong with it
			}
		}
		if isStore(value) {
			at, err := parseStore(value)
			if err != nil {
				return call, err
			}
			s := staged{at, filepath.Join(temp, fmt.Sprint(len(call.inputs)+len(call.outputs)), at.name())}
			switch {
			case flag == "--history":
				return call, fmt.Errorf("--history %s: a history has one writer at a time and stays on a disk", at)
			case isOutput(flag):
				call.outputs = append(call.outputs, s)
			default:
				call.inputs = append(call.inputs, s)
			}
			arg = strings.TrimSuffix(arg, value) + s.dir
		}
		if value != "" {
			flag = ""
		}
		call.args = append(call.args, arg)
	}
	return call, nil
}

func isOutput(flag string) bool {
	for _, f := range outputFlags {
		if flag == f {
			return true
		}
	}
	return false
}
