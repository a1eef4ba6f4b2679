//go:build !unix

package main

import "os"

func resident(*os.ProcessState) (float64, error) { return 0, errMissing }
