// Package browser tests the explorer page in a headless Chromium. It is a module of its own, so that
// the driver of the browser is no dependency of interrex.
package browser
