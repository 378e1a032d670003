// Package studio is the server of the browser studio.
package studio
