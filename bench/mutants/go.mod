module runreport/bench/mutants

go 1.26.8
