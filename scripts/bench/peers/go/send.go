// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/base32"
	"fmt"
	"net/url"
	"os"
	"strings"
)

func lookUp(account, session string) row {
	found, owner := only(sessionSQL, session), only(accountSQL, account)
	isAlive := found["revoked_at"] == nil && min(found.number("idle_ends_at"), found.number("ends_at")) > now
	require(isAlive && found.text("account_id") == account, "the session is over")
	require(owner.text("status") == "active" && owner.text("role") == "admin", "the caller may not")
	return owner
}

// Computes the key of a limit and its window, and checks it.
func allowed(policy policy, limit, subject string, most int64) (string, int64) {
	rule, ok := policy.Limits[limit]
	if !ok {
		rule.Max, rule.Seconds = most, 3600
	}
	window := rule.Seconds * 1000
	key := fingerprint(limit+"\n"+subject, "limit keys")
	var used int64
	for _, hit := range rows(limitHitsSQL, key, now-window, now+window) {
		used += hit.number("weight")
	}
	require(used < rule.Max, "the limit is used up")
	return key, window
}

func sendInvitation(event, data object, policy policy) any {
	data.only("client", "days", "allowOtherEmail", "deliver", "note")
	client := data.object("client")
	client.only("name", "email", "phone", "notes", "locale")
	name, email := client.text("name", 200), client.text("email", 254)
	require(strings.Contains(email, "@"), "email")
	run("BEGIN")
	account, session := bearer(event)
	lookUp(account, session)
	run("COMMIT")

	run("BEGIN IMMEDIATE")
	inviter := lookUp(account, session)
	key, window := allowed(policy, "invite", account, 100)
	require(len(rows(clientByEmailSQL, account, email)) == 0, "the client is there already")
	ownKey, ownWindow := allowed(policy, "inviteRecipient", account+"\n"+email, 5)
	clientID, invitation, code := newID(), newID(), base32.StdEncoding.EncodeToString(randomBytes(20))
	expiresAt := now + policy.Invitation.Days*day
	run(insertClientSQL, clientID, account, name, email, email, strings.ToLower(name+"\n"+email), now)
	run(insertInvitationSQL, invitation, clientID, account, email, email, now, expiresAt)
	run(supersedeCodesSQL, now, invitation)
	run(insertCodeSQL, codeHash(code), invitation)
	run(forgetHitsSQL, key, now)
	run(insertHitSQL, key, now, now+window)
	run(forgetHitsSQL, ownKey, now)
	run(insertHitSQL, ownKey, now, now+ownWindow)
	audit("send-invitation", "invitation.sent", account, account, invitation, nil)
	mail := newID()
	values := object{
		"code": code, "client": object{"name": name},
		"inviter":   object{"displayName": inviter["display_name"], "email": inviter["email"], "id": account},
		"expiresAt": rfc3339(expiresAt), "days": policy.Invitation.Days}
	run(insertMailSQL, mail, "invitation", invitation, nil, "en", email, sealedJSON(values, mail), "leased", 1, now+15_000, expiresAt,
		now)
	run("COMMIT")

	run("BEGIN")
	only(mailSQL, mail)
	only(invitationSQL, invitation)
	require(len(rows(suppressionSQL, email)) == 0, "the address wants no mail")
	run("COMMIT")
	relay, err := url.Parse(os.Getenv("MAIL_URL"))
	check(err)
	deliver(relay.Host, email, message(mail, name, email, inviter, code, policy.Invitation.Days, expiresAt))
	run("BEGIN IMMEDIATE")
	rows(endMailSQL, now, mail)
	run(markSentSQL, mail, invitation)
	run("COMMIT")
	return object{
		"client": object{"id": clientID, "name": name, "email": email, "createdAt": rfc3339(now)},
		"invitation": object{
			"id": invitation, "clientId": clientID, "email": email, "status": "pending", "delivery": "sent",
			"sentAt": rfc3339(now), "expiresAt": rfc3339(expiresAt), "resendCount": 0},
		"message": fmt.Sprintf("Client added and invitation sent to %s", email)}
}
