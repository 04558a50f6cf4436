// SPDX-License-Identifier: Apache-2.0

package main

import (
	"crypto/hmac"
	"strconv"
	"strings"
)

func refreshSession(_, data object, policy policy) any {
	data.only("refreshToken")
	token := data.text("refreshToken", 512)
	parts := strings.Split(token, ".")
	require(len(parts) == 3, "refreshToken")
	generation, err := strconv.ParseInt(parts[1], 10, 64)
	check(err)
	run("BEGIN IMMEDIATE")
	keys := readTokenKeys()
	require(hmac.Equal([]byte(refreshToken(parts[0], generation, keys)), []byte(token)), "refreshToken")
	session := only(sessionSQL, parts[0])
	owner := only(accountOfSessionSQL, parts[0])
	endsAt := session.number("ends_at")
	isAlive := session["revoked_at"] == nil && min(session.number("idle_ends_at"), endsAt) > now
	require(isAlive && session.number("generation") == generation, "the session is over")
	require(owner.text("status") == "active", "the account is disabled")
	idle := min(now+policy.Session.IdleDays*day, endsAt)
	run(updateSessionSQL, generation+1, now, nil, nil, now, idle, parts[0])
	tokens := sessionTokens(parts[0], generation+1, owner.text("id"), owner.text("role"), policy, endsAt, keys)
	run("COMMIT")
	return object{"session": tokens}
}
