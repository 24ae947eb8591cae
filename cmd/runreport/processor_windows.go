package main

import (
	"syscall"
	"time"
)

// processorTime is what all processors have spent on the program until now, system calls
// included; 0 where the system does not say.
func processorTime() time.Duration {
	self, err := syscall.GetCurrentProcess()
	if err != nil {
		return 0
	}
	var began, ended, system, own syscall.Filetime
	if err := syscall.GetProcessTimes(self, &began, &ended, &system, &own); err != nil {
		return 0
	}
	return spent(system) + spent(own)
}

// spent is a time that is told in steps of 100 ns, unlike a moment, which Filetime.Nanoseconds is for.
func spent(t syscall.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
}
