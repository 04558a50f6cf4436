// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"log"
	"os"
	"time"
)

const day = 86_400_000

// How long after its beginning in UTC a day ends everywhere.
const lastDay = 36 * 3_600_000

var now = time.Now().UnixMilli()

type object map[string]any

func (event object) data() object {
	if data, ok := event["data"].(map[string]any); ok {
		return data
	}
	return event
}

func (data object) object(name string) object {
	value, ok := data[name].(map[string]any)
	require(ok, name)
	return value
}

func (data object) text(name string, limit int) string {
	value, _ := data[name].(string)
	require(value != "" && len(value) <= limit, name)
	for _, one := range value {
		require(one >= 0x20 && one != 0x7F, name)
	}
	return value
}

func (data object) only(names ...string) {
	known := map[string]bool{}
	for _, name := range names {
		known[name] = true
	}
	for name := range data {
		if !known[name] {
			log.Fatal("unknown member ", name)
		}
	}
}

type policy struct {
	Limits    map[string]struct{ Max, Seconds int64 }
	Providers map[string]struct {
		Audiences []string
		JwksURL   string
	}
	Session    struct{ AccessMinutes, IdleDays, AbsoluteDays int64 }
	Invitation struct{ Days int64 }
}

func readPolicy() policy {
	policy := policy{}
	policy.Session.AccessMinutes, policy.Session.IdleDays, policy.Session.AbsoluteDays = 60, 30, 90
	policy.Invitation.Days = 30
	content, err := os.ReadFile(os.Getenv("POLICY_FILE"))
	check(err)
	check(json.Unmarshal(content, &policy))
	return policy
}

func rfc3339(milliseconds int64) string {
	return time.UnixMilli(milliseconds).UTC().Format("2006-01-02T15:04:05.000Z")
}
