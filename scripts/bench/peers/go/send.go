// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/base32"
	"fmt"
	"net/url"
	"os"
	"strings"
)

type sending struct {
	name, email, account, session                      string
	inviter                                            row
	clientID, invitation, code, unsubscribeToken, mail string
	days, expiresAt                                    int64
}

func lookUp(account, session string) row {
	found, owner := only(sessionSQL, session), only(accountSQL, account)
	isAlive := found["revoked_at"] == nil && min(found.number("idle_ends_at"), found.number("ends_at")) > now
	require(isAlive && found.text("account_id") == account, "the session is over")
	require(owner.text("status") == "active" && owner.text("role") == "admin", "the caller may not")
	return owner
}

// Computes the key of a limit and its window, and checks it.
func allowed(policy policy, limit, subject string, most int64, comparisons []byte) (string, int64) {
	rule, ok := policy.Limits[limit]
	if !ok {
		rule.Max, rule.Seconds = most, 3600
	}
	window := rule.Seconds * 1000
	key := authenticationCode("limit\n"+limit+"\n"+subject, comparisons)
	var used int64
	for _, hit := range rows(limitHitsSQL, now-window, now+window, key) {
		used += hit.number("weight")
	}
	require(used < rule.Max, "the limit is used up")
	return key, window
}

// The key for hashes to compare.
func comparisonsKey() []byte {
	keys := map[string][]byte{}
	for _, key := range rows(hashKeysSQL) {
		keys[key.text("name")] = hashKey(key.text("name"), key.text("sealed_key"))
	}
	return keys["comparisons"]
}

func countHit(key string, window int64) {
	run(forgetHitsSQL, key, now)
	run(insertHitSQL, key, now, 1, now+window)
}

// Writes the client, the invitation and its leased mail in one transaction.
func (one *sending) store(policy policy) {
	run("BEGIN IMMEDIATE")
	one.inviter = lookUp(one.account, one.session)
	comparisons := comparisonsKey()
	key, window := allowed(policy, "invite", one.account, 100, comparisons)
	require(len(rows(clientByEmailSQL, one.account, one.email)) == 0, "the client is there already")
	ownKey, ownWindow := allowed(policy, "inviteRecipient", one.account+"\n"+one.email, 5, comparisons)
	one.clientID, one.invitation, one.code = newID(), newID(), base32.StdEncoding.EncodeToString(randomBytes(20))
	run(insertClientSQL, one.clientID, one.account, nil, one.name, one.email, one.email, nil, nil, nil,
		strings.ToLower(one.name+"\n"+one.email), now)
	run(insertInvitationSQL, one.invitation, one.clientID, one.account, one.email, one.email, "pending", "queued", 0, now,
		one.expiresAt, 0, nil, "mail")
	run(supersedeCodesSQL, now, one.invitation)
	run(insertCodeSQL, codeHash(one.code), one.invitation)
	countHit(key, window)
	countHit(ownKey, ownWindow)
	audit("send-invitation", "invitation.sent", one.account, one.account, one.invitation, nil)
	one.mail, one.unsubscribeToken = newID(), seal(one.email, derived(comparisons, "unsubscribe"), "")
	values := object{
		"code": one.code, "unsubscribeToken": one.unsubscribeToken, "client": object{"name": one.name},
		"inviter":   object{"displayName": one.inviter["display_name"], "email": one.inviter["email"], "id": one.account},
		"expiresAt": rfc3339(one.expiresAt), "days": one.days}
	run(insertMailSQL, one.mail, "invitation", one.invitation, nil, "en", one.email, one.email, sealedJSON(values, one.mail), "leased",
		1, 0, now+15_000, one.expiresAt, now, nil)
	run("COMMIT")
}

// Sends the mail and records that it is sent.
func (one *sending) send() {
	run("BEGIN")
	only(mailSQL, one.mail)
	only(invitationSQL, one.invitation)
	require(len(rows(suppressionSQL, one.email)) == 0, "the address wants no mail")
	run("COMMIT")
	relay, err := url.Parse(os.Getenv("MAIL_URL"))
	check(err)
	deliver(relay.Host, one.email,
		message(one.mail, one.name, one.email, one.inviter, one.code, one.unsubscribeToken, one.days, one.expiresAt))
	run("BEGIN IMMEDIATE")
	rows(endMailSQL, "sent", now, nil, nil, one.mail)
	run(markSentSQL, one.mail, "sent", one.invitation)
	run("COMMIT")
}

func sendInvitation(event, data object, policy policy) any {
	data.only("client", "days", "allowOtherEmail", "deliver", "note")
	client := data.object("client")
	client.only("name", "email", "phone", "notes", "locale")
	one := sending{name: client.text("name", 200), email: client.text("email", 254), days: policy.Invitation.Days}
	one.expiresAt = now + one.days*day
	require(strings.Contains(one.email, "@"), "email")
	run("BEGIN")
	one.account, one.session = bearer(event)
	lookUp(one.account, one.session)
	run("COMMIT")
	one.store(policy)
	one.send()
	return object{
		"client": object{"id": one.clientID, "name": one.name, "email": one.email, "createdAt": rfc3339(now)},
		"invitation": object{
			"id": one.invitation, "clientId": one.clientID, "email": one.email, "status": "pending", "channel": "mail",
			"delivery": "sent", "sentAt": rfc3339(now), "expiresAt": rfc3339(one.expiresAt), "resendCount": 0},
		"message": fmt.Sprintf("Client added and invitation sent to %s", one.email)}
}
