// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"sort"
	"strings"
)

func openInvitation(code string) (invitation, client, inviter row) {
	invitation = only(invitationByCodeSQL, codeHash(code))
	isPending := invitation.text("i_status") == "pending" && invitation.number("i_expires_at") > now
	require(isPending && invitation["superseded_at"] == nil, "the invitation cannot be accepted")
	return invitation, only(clientSQL, invitation["i_client_id"]), only(accountSQL, invitation["i_inviter_id"])
}

func verified(identity object, policy policy) object {
	identity.only("provider", "idToken", "nonce", "fullName")
	provider := policy.Providers[identity.text("provider", 64)]
	run("BEGIN")
	cached := only(keySetSQL, provider.JwksURL)
	run("COMMIT")
	require(cached.number("fresh_until") > now, "the keys are too old")
	return idToken(identity.text("idToken", 16384), cached.text("keys"), provider.Audiences)
}

func sealedJSON(values any, place string) string {
	text, err := json.Marshal(values)
	check(err)
	return seal(string(text), secretKey("mail values"), place)
}

// The workouts of each client of the account, oldest first.
func workoutsOf(account string) []row {
	found := []row{}
	for _, client := range rows(clientsOfAccountSQL, account, 1000) {
		found = append(found, rows(workoutsSQL, client["id"], -1, "", 50)...)
	}
	sort.Slice(found, func(one, other int) bool {
		first, second := found[one], found[other]
		if first.number("created_at") != second.number("created_at") {
			return first.number("created_at") < second.number("created_at")
		}
		return first.text("id") < second.text("id")
	})
	return found[:min(int64(len(found)), 50)]
}

func acceptInvitation(_, data object, policy policy) any {
	data.only("code", "identity", "device", "displayName", "birthDate", "consent")
	code := data.text("code", 128)
	claims := verified(data.object("identity"), policy)
	subject, email, name := claims.text("sub", 255), claims.text("email", 254), claims.text("name", 200)
	require(claims["email_verified"] == true, "email_verified")

	run("BEGIN IMMEDIATE")
	invitation, client, inviter := openInvitation(code)
	require(strings.EqualFold(invitation.text("i_email"), email), "email")
	require(len(rows(accountByIdentitySQL, "https://accounts.google.com", subject)) == 0, "the account is known")
	require(len(rows(accountByEmailSQL, email)) == 0, "the address is known")
	account := newID()
	run(insertAccountSQL, account, email, email, 1, name, nil, nil, "en", "client", "active", "{}", now, now, nil, nil, nil, nil,
		nil, nil, nil, nil, nil, strings.ToLower(name+"\n"+email))
	audit("accept-invitation", "account.created", account, nil, nil, "google")
	rows(dropPasswordsSQL, email, account)
	run(insertIdentitySQL, "https://accounts.google.com", subject, "google", account, now)
	run(linkClientSQL, account, client["id"])
	run(markAcceptedSQL, now, invitation["i_id"])
	run(cancelMailSQL, now, invitation["i_id"])
	mail := newID()
	values := object{
		"client":  object{"name": client["name"], "email": client["email"]},
		"inviter": object{"displayName": inviter["display_name"]}}
	run(insertMailSQL, mail, "invitation-accepted", invitation["i_id"], inviter["id"], "en", inviter["email"], inviter["email"],
		sealedJSON(values, mail), "queued", 0, 0, now, now+7*day, now, nil)
	audit("accept-invitation", "invitation.accepted", account, inviter["id"], invitation["i_id"], "google")
	session, endsAt := newID(), now+policy.Session.AbsoluteDays*day
	rows(endSessionsSQL, now, "too-many-sessions", account, 4)
	run(insertSessionSQL, session, account, 0, now, nil, nil, nil, nil, nil, now, now,
		now+policy.Session.IdleDays*day, endsAt, nil, nil)
	run(recordSignInSQL, now, account)
	tokens := sessionTokens(session, 0, account, "client", policy, endsAt, readTokenKeys())
	workouts := workoutsOf(account)
	run("COMMIT")
	return object{
		"account": object{
			"id": account, "email": email, "emailVerified": true, "displayName": name, "locale": "en", "role": "client",
			"status": "active", "profile": object{},
			"consent":   object{"version": nil, "agreedAt": nil, "guardian": "none"},
			"ageVerified": false, "createdAt": rfc3339(now), "lastSignInAt": rfc3339(now),
			"addresses": []object{{"email": email, "primary": true, "provenAt": rfc3339(now)}}},
		"client": object{
			"id": client["id"], "name": client["name"], "email": client["email"], "accountId": account,
			"createdAt": rfc3339(client.number("created_at"))},
		"workouts": workouts, "session": tokens, "isNewAccount": true, "state": "signedIn",
		"missing": []string{}}
}
