// Package browser has the tests that try the studio's page in Chromium. They stand
// apart from those of package studio, which look for goroutines left behind.
package browser
