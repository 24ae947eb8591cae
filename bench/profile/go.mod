module runreport/bench/profile

go 1.26.8

require github.com/google/pprof v0.0.0-20260802141513-ef3492d7dac3
