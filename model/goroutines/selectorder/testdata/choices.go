// Program choices prints which of two ready cases select takes, in bubbles that begin anew.
package main

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

func main() {
	for range 20 {
		line := ""
		synctest.Test(&testing.T{}, func(*testing.T) {
			a, b := make(chan int, 1), make(chan int, 1)
			for range 64 {
				time.Sleep(time.Nanosecond)
				a <- 0
				b <- 1
				select {
				case <-a:
					line += "a"
					<-b
				case <-b:
					line += "b"
					<-a
				}
			}
		})
		fmt.Println(line)
	}
}
