module runreport/bench/peers

go 1.26
