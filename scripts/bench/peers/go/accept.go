// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"strings"
)

func openInvitation(code string) row {
	invitation := only(invitationByCodeSQL, codeHash(code))
	isPending := invitation.text("i_status") == "pending" && invitation.number("i_expires_at") > now
	require(isPending && invitation["superseded_at"] == nil, "the invitation cannot be accepted")
	return invitation
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

func acceptInvitation(_, data object, policy policy) any {
	data.only("code", "identity", "device", "displayName", "birthDate", "consent")
	code := data.text("code", 128)
	claims := verified(data.object("identity"), policy)
	subject, email, name := claims.text("sub", 255), claims.text("email", 254), claims.text("name", 200)
	require(claims["email_verified"] == true, "email_verified")

	run("BEGIN IMMEDIATE")
	invitation := openInvitation(code)
	require(strings.EqualFold(invitation.text("i_email"), email), "email")
	require(len(rows(identitySQL, "https://accounts.google.com", subject)) == 0, "the account is known")
	require(len(rows(accountByEmailSQL, email)) == 0, "the address is known")
	require(len(rows(claimsSQL, email, 100)) == 0, "the address is claimed")
	account := newID()
	run(insertAccountSQL, account, email, email, 1, name, nil, nil, "en", "client", "active", "{}", now, now, nil, nil, nil, nil,
		nil, nil, nil, nil, nil, strings.ToLower(name+"\n"+email), now, nil, nil)
	audit("accept-invitation", "account.created", account, nil, nil, "google")
	run(insertIdentitySQL, "https://accounts.google.com", subject, "google", account, now, email, 1, name, nil, nil)
	run(linkClientSQL, account, invitation["c_id"])
	run(markAcceptedSQL, now, invitation["i_id"])
	run(cancelMailSQL, now, invitation["i_id"])
	mail := newID()
	values := object{
		"client":  object{"name": invitation["c_name"], "email": invitation["c_email"]}, "clientId": invitation["c_id"],
		"inviter": object{"displayName": invitation["a_display_name"]}}
	run(insertMailSQL, mail, "invitation-accepted", invitation["i_id"], invitation["a_id"], "en", invitation["a_email"],
		invitation["a_email"], sealedJSON(values, mail), "queued", 0, 0, now, now+7*day, now, nil, nil)
	audit("accept-invitation", "invitation.accepted", account, invitation["i_team_id"], invitation["i_id"], "google")
	session, endsAt := newID(), now+policy.Session.AbsoluteDays*day
	run(insertSessionSQL, session, account, 0, now, nil, nil, nil, nil, nil, now, now,
		now+policy.Session.IdleDays*day, endsAt, nil, nil, nil, 0)
	run(recordSignInSQL, now, account)
	tokens := sessionTokens(session, 0, account, "client", policy, endsAt, readTokenKeys())
	workouts := rows(workoutsSQL, invitation["c_id"], -1, "", 50)
	run("COMMIT")
	return object{
		"account": object{
			"id": account, "email": email, "emailVerified": true, "displayName": name, "locale": "en", "role": "client",
			"status": "active", "profile": object{},
			"consent":   object{"version": nil, "agreedAt": nil, "guardian": "none"},
			"ageVerified": false, "createdAt": rfc3339(now), "lastSignInAt": rfc3339(now),
			"addresses": []object{{"email": email, "primary": true, "provenAt": rfc3339(now)}}},
		"client": object{
			"id": invitation["c_id"], "name": invitation["c_name"], "email": invitation["c_email"], "accountId": account,
			"createdAt": rfc3339(invitation.number("c_created_at"))},
		"workouts": workouts, "session": tokens, "isNewAccount": true, "state": "signedIn",
		"missing": []string{}}
}
