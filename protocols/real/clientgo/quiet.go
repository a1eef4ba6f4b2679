package clientgo

import (
	"flag"
	"io"
	"sync"

	"github.com/go-logr/logr"
	old "k8s.io/klog"
	"k8s.io/klog/v2"
)

// quiet ends the log of client-go: releases before v0.19 write to the first version of
// klog, which has no logger that one can replace.
var quiet = sync.OnceFunc(func() {
	klog.SetLogger(logr.Discard())
	flags := flag.NewFlagSet("klog", flag.PanicOnError)
	old.InitFlags(flags)
	for _, name := range []string{"logtostderr", "alsologtostderr"} {
		if err := flags.Set(name, "false"); err != nil {
			panic(err)
		}
	}
	if err := flags.Set("stderrthreshold", "FATAL"); err != nil {
		panic(err)
	}
	old.SetOutput(io.Discard)
})
