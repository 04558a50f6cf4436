// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/base32"
	"fmt"
	"net/url"
	"os"
	"strings"
)

// An invitation that is being sent.
type sending struct {
	name, email, account, session                      string
	inviter                                            row
	clientID, invitation, code, unsubscribeToken, mail string
	days, expiresAt                                    int64
}

func lookUp(account, session string) row {
	found, owner := only(sessionSQL, session), only(accountOfSessionSQL, session)
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
func (sending *sending) store(policy policy) {
	run("BEGIN IMMEDIATE")
	sending.inviter = lookUp(sending.account, sending.session)
	comparisons := comparisonsKey()
	key, window := allowed(policy, "invite", sending.account, 100, comparisons)
	require(len(rows(clientByEmailSQL, sending.inviter["team_id"], sending.email)) == 0, "the client is there already")
	ownKey, ownWindow := allowed(policy, "inviteRecipient", sending.inviter.text("team_id")+"\n"+sending.email, 5, comparisons)
	sending.clientID, sending.invitation, sending.code = newID(), newID(), base32.StdEncoding.EncodeToString(randomBytes(20))
	run(insertClientSQL, sending.clientID, sending.account, nil, sending.name, sending.email, sending.email, nil, nil, nil,
		strings.ToLower(sending.name+"\n"+sending.email), now, nil, nil, sending.inviter["team_id"], nil)
	run(insertInvitationSQL, sending.invitation, sending.clientID, sending.account, sending.email, sending.email, "pending",
		"queued", 0, now, sending.expiresAt, 0, nil, "mail", nil, nil, nil, sending.inviter["team_id"], nil)
	run(supersedeCodesSQL, now, sending.invitation)
	run(insertCodeSQL, codeHash(sending.code), sending.invitation)
	countHit(key, window)
	countHit(ownKey, ownWindow)
	audit("send-invitation", "invitation.sent", sending.account, sending.inviter["team_id"], sending.invitation, nil)
	sending.mail, sending.unsubscribeToken = newID(), seal(sending.email, derived(comparisons, "unsubscribe"), "")
	values := object{
		"code": sending.code, "unsubscribeToken": sending.unsubscribeToken, "client": object{"name": sending.name},
		"inviter":   object{"displayName": sending.inviter["display_name"], "email": sending.inviter["email"], "id": sending.account},
		"expiresAt": rfc3339(sending.expiresAt), "days": sending.days}
	run(insertMailSQL, sending.mail, "invitation", sending.invitation, nil, "en", sending.email, sending.email,
		sealedJSON(values, sending.mail), "leased", 1, 0, now+15_000, sending.expiresAt, now, nil, nil)
	run("COMMIT")
}

// Sends the mail and records that it is sent.
func (sending *sending) send() {
	run("BEGIN")
	only(mailSQL, sending.mail)
	only(openInvitationSQL, sending.invitation, now)
	require(len(rows(suppressionSQL, sending.email, sending.email)) == 0, "the address wants no mail")
	run("COMMIT")
	relay, err := url.Parse(os.Getenv("MAIL_URL"))
	check(err)
	deliver(relay.Host, sending.email, sending.message())
	run("BEGIN IMMEDIATE")
	rows(endMailSQL, "sent", now, nil, nil, nil, sending.mail)
	run(markSentSQL, sending.mail, "sent", sending.invitation)
	run("COMMIT")
}

func sendInvitation(event, data object, policy policy) any {
	data.only("client", "days", "allowOtherEmail", "deliver", "note")
	client := data.object("client")
	client.only("name", "email", "phone", "notes", "locale")
	sending := sending{name: client.text("name", 200), email: client.text("email", 254), days: policy.Invitation.Days}
	sending.expiresAt = now - now%day + sending.days*day + lastDay
	require(strings.Contains(sending.email, "@"), "email")
	run("BEGIN")
	sending.account, sending.session = bearer(event)
	lookUp(sending.account, sending.session)
	run("COMMIT")
	sending.store(policy)
	sending.send()
	return object{
		"client": object{"id": sending.clientID, "name": sending.name, "email": sending.email, "createdAt": rfc3339(now)},
		"invitation": object{
			"id": sending.invitation, "clientId": sending.clientID, "email": sending.email, "status": "pending", "channel": "mail",
			"delivery": "sent", "sentAt": rfc3339(now), "expiresAt": rfc3339(sending.expiresAt), "resendCount": 0},
		"message": fmt.Sprintf("Client added and invitation sent to %s", sending.email)}
}
