// Package actions reads runs and jobs of GitHub Actions as the REST API gives them and
// `gh api` saves them:
//
//	gh api --paginate 'repos/acme/shop/actions/runs?per_page=100'            > runs.json
//	gh api --paginate 'repos/acme/shop/actions/runs/17/jobs?filter=all'      > jobs-17.json
//
// A document is a list of runs (workflow_runs), a list of jobs (jobs), one run or one job;
// several documents behind each other and an array of them are read as well, as
// --paginate, --slurp and --jq leave them.
//
// A run is what has one run id, in however many files and attempts it lies. A job is a step
// of it, and its steps are steps below it. When jobs are run again, run_attempt counts up,
// and those of the same name are attempts at one job: a job that failed in attempt 1 and
// passed in attempt 2 is flaky. Without filter=all the API gives the jobs of the last
// attempt alone; then earlier attempts are not seen, and the tables say so.
package actions
