// SPDX-License-Identifier: Apache-2.0

package main

import "sort"

func previewInvitation(_, data object, policy policy) any {
	data.only("code")
	code := data.text("code", 128)
	run("BEGIN")
	invitation := openInvitation(code)
	run("COMMIT")
	if invitation["i_opened_at"] == nil {
		run("PRAGMA synchronous = NORMAL")
		run("BEGIN IMMEDIATE")
		run(markOpenedSQL, now, invitation["i_id"])
		run("COMMIT")
	}
	providers := []string{}
	for name, provider := range policy.Providers {
		if len(provider.Audiences) > 0 {
			providers = append(providers, name)
		}
	}
	sort.Strings(providers)
	return object{
		"inviter": object{"displayName": invitation["a_display_name"]}, "client": object{"name": invitation["c_name"]},
		"app":       object{"name": "PFA", "urlScheme": "pfa"},
		"expiresAt": rfc3339(invitation.number("i_expires_at")), "providers": providers}
}
