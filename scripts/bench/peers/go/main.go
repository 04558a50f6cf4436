// SPDX-License-Identifier: Apache-2.0

// The work of an event in the usual style of Go: database/sql with go-sqlite3, the standard library's crypto
// and net/smtp.
//
//	peer-go FUNCTION < event.json
package main

import (
	"encoding/json"
	"log"
	"os"
)

type function func(event, data object, policy policy) any

func main() {
	log.SetFlags(0)
	functions := map[string]function{
		"accept-invitation": acceptInvitation, "preview-invitation": previewInvitation,
		"refresh-session": refreshSession, "send-invitation": sendInvitation,
	}
	var event object
	check(json.NewDecoder(os.Stdin).Decode(&event))
	openDatabase()
	answer, err := json.Marshal(functions[os.Args[1]](event, event.data(), readPolicy()))
	check(err)
	_, err = os.Stdout.Write(append(answer, '\n'))
	check(err)
	leave()
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func require(condition bool, what string) {
	if !condition {
		log.Fatal(what)
	}
}
