package swebench

import "runreport/ingest/record"

var instanceKind = &record.Kind{
	Name: "instance",
	Doc:  "what became of one instance",
	Fields: []record.Field{
		{Key: "instance_id", Type: record.String, Doc: "the instance; in the file, the key of the report"},
		{Key: "patch_is_None", Type: record.Bool, Doc: "whether there was no patch"},
		{Key: "patch_exists", Type: record.Bool, Doc: "whether there was one"},
		{Key: "patch_successfully_applied", Type: record.Bool, Doc: "whether it could be applied"},
		{Key: "resolved", Type: record.Bool, Doc: "whether all tests passed that have to"},
		{Key: "tests_status", Type: record.Any, Doc: "tests that passed and failed, by what was expected of them"},
	},
	Sample: `{"hello__hello-1":{"patch_is_None":false,"patch_exists":true,"patch_successfully_applied":true,"resolved":true,"tests_status":{"FAIL_TO_PASS":{"success":["t1"],"failure":[]},"PASS_TO_PASS":{"success":["t2"],"failure":[]}}}}`,
}

// number and ids declare a count of a run's report and the list that it counts.
func number(key, doc string) record.Field {
	return record.Field{Key: key, Type: record.Int, Range: record.Things, Doc: doc}
}

func ids(key, doc string, alias ...string) record.Field {
	return record.Field{Key: key, Alias: alias, Type: record.Strings, Doc: doc}
}

var runKind = &record.Kind{
	Name: "run",
	Doc:  "what became of the instances of a run",
	Fields: []record.Field{
		{Key: "schema_version", Type: record.Any, Doc: "version of the format"},
		number("total_instances", "instances of the benchmark"),
		number("submitted_instances", "instances that were submitted"),
		number("completed_instances", "instances that were judged"),
		number("resolved_instances", "instances that were resolved"),
		number("unresolved_instances", "instances that were not"),
		number("empty_patch_instances", "instances without a patch"),
		number("error_instances", "instances that could not be judged"),
		number("pending_instances", "instances that wait"),
		number("failed_instances", "instances that could not be judged"),
		ids("submitted_ids", "those that were submitted"),
		ids("completed_ids", "those that were judged"),
		ids("incomplete_ids", "those that were not submitted"),
		ids("resolved_ids", "those that were resolved", "resolved", "resolvedIds"),
		ids("unresolved_ids", "those that were not"),
		ids("empty_patch_ids", "those without a patch", "no_generation"),
		ids("error_ids", "those that could not be judged", "no_logs"),
		ids("pending_ids", "those that wait"),
		ids("failed_ids", "those that could not be judged"),
	},
	Sample: `{"total_instances":4,"submitted_instances":2,"completed_instances":2,"resolved_instances":1,"unresolved_instances":1,"empty_patch_instances":0,"error_instances":0,"completed_ids":["a__a-1","a__a-2"],"incomplete_ids":["a__a-3","a__a-4"],"submitted_ids":["a__a-1","a__a-2"],"resolved_ids":["a__a-1"],"unresolved_ids":["a__a-2"],"schema_version":2}`,
}

var _ = record.Compile(nil, instanceKind, runKind)
