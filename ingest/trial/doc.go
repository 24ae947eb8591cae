// Package trial writes the rows of evals and benchmarks, which are alike whatever their
// format: a run has tasks (or samples), a task has one or more trials (or epochs), and a
// trial has checks and scores.
//
// Each task is a step. Each trial is an attempt, and an item of the benchmark, passed or
// failed. Trials are independent of each other, so that none of them is a retry: a task
// passes if all of its trials do, and never is flaky.
package trial
