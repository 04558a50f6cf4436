// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// Invitations: `invite`, `admin/generate_link` and new users of `admin`, and `verify` with the code of one.
extension SupabaseRequest {
  /// `invite`, and a new user of `admin`: an invitation by mail.
  func invite() throws(Problem) -> SupabaseResponse {
    guard !sets(Self.ofThePerson) else { return notOffered() }
    return SupabaseResponse(try invited(try send(by: "mail")))
  }

  /// A link of an invitation. It proves nothing, because anybody may have it.
  func makeLink() throws(Problem) -> SupabaseResponse {
    guard text("type") == "invite", !sets(Self.ofThePerson) else { return notOffered() }
    let sent = try send(by: "link")
    let link = sent["link"]?.string ?? ""
    let code = link.split(separator: "=").last.map(String.init) ?? ""
    let site = try environment.publicURL()
    return SupabaseResponse(
      try invited(sent).merging([
        "action_link": .string(link), "email_otp": .string(sent["shortCode"]?.string ?? code),
        "hashed_token": .string(code), "verification_type": "invite",
        "redirect_to": .string(returnURL ?? site),
      ]))
  }

  /// Where the person goes after the acceptance; nil for a URL that the policy does not list.
  private var returnURL: String? { redirect(hasChallenge: false).flatMap(policy.returnURL) }

  private func send(by channel: String) throws(Problem) -> JSON {
    let address = try requiredText("email")
    var supabase = SupabaseCall(method: .invite)
    supabase.metadata = try givenMetadata?.keepingValues
    let name = try statement(in: supabase.metadata ?? [:])["displayName"]
    return try perform(
      SendInvitation.self,
      .members([
        ("client", .members([("email", .string(address)), ("name", name ?? .string(Self.name(of: address)))])),
        ("deliver", .string(channel)), ("returnURL", returnURL.map(JSON.string)),
      ]), supabase)
  }

  /// The name of somebody of whom only the address is known: a dot in it would look like a link.
  private static func name(of address: String) -> String {
    let words = address.prefix { $0 != "@" }.split { ".+_-".contains($0) }.joined(separator: " ")
    return PersonName.isUsable(words) ? words : "?"
  }

  /// The invited person in the form of a user, who has no account yet.
  /// - Parameter sent: has the members `client` and `invitation`.
  func invited(_ sent: JSON) throws(Problem) -> JSON {
    let client = sent["client"] ?? [:]
    let invitation = try environment.read(call) { (decision) throws(Problem) in
      try decision.tables.invitations.find(ofClient: client["id"]?.string ?? "")
    }
    return .object([
      "id": client["id"], "aud": .string(Policy.supabaseAudience), "role": .string(Policy.supabaseAudience),
      "email": client["email"], "phone": client["phone"] ?? "",
      "invited_at": (invitation?.sentAt.rfc3339).map(JSON.string), "created_at": client["createdAt"],
      "updated_at": client["createdAt"],
      "app_metadata": ["provider": "email", "providers": ["email"], "role": .string(policy.roles.invitee)],
      "user_metadata": invitation?.userMetadata ?? [:], "identities": [], "is_anonymous": false,
    ])
  }

  /// Changes the `user_metadata` of somebody who has no account yet.
  /// - Parameter id: that of the client.
  /// - Returns: the person in the form of a user.
  func change(invited id: String, with added: JSON) throws(Problem) -> JSON {
    _ = try environment.decide(auditedCall(of: "update-client")) { (decision) throws(Problem) in
      let client = try decision.teams.of(try caller).client(id)
      guard client.accountID == nil, let invitation = try decision.tables.invitations.find(ofClient: id) else {
        throw Problem(.invitationAlreadyAccepted, "the person has just accepted; repeat the request")
      }
      let all = try userMetadata((invitation.userMetadata ?? [:]).merging(added).keepingValues)
      try decision.tables.invitations.setUserMetadata(all, of: invitation.id)
      try decision.audit(.clientUpdated, team: client.teamID, subject: client.id)
      return JSONDocument([:])
    }
    return try invited(try client(id) ?? [:])
  }
}

// MARK: The acceptance

extension SupabaseRequest {
  /// `verify` with the code of an invitation's mail: a new account, whose address the mail proves. The code of a link
  /// proves no address, so nobody signs in with it alone.
  func acceptInvitation() throws(Problem) -> SupabaseResponse {
    let isGuessable = text("token_hash") == nil
    let code = try requiredText(isGuessable ? "token" : "token_hash")
    if isGuessable { try requireInvited(to: PresentedCode(code)) }
    do throws(Problem) {
      let event: JSON = ["code": .string(code), "byMail": true]
      return try signedIn(try perform(AcceptInvitation.self, event, SupabaseCall(method: .invite)))
    } catch {
      guard error.code != .eventInvalid else { throw Problem(.codeInvalid, "the code does not have the form of one") }
      guard error.code == .invitationEmailMismatch else { throw error }
      return notOffered(saying: "The code was not mailed, so it proves no address. Sign in, and call accept-invitation")
    }
  }

  /// Requires that a typed code is of an invitation to the address of the body. An unknown code is refused, and
  /// counted, by the acceptance.
  private func requireInvited(to code: PresentedCode) throws(Problem) {
    guard let email = body.optionalEmail("email") else {
      throw .invalid("/email", .invalidEmail, "should be an address")
    }
    let invited = try environment.read(call) { (decision) throws(Problem) -> EmailAddress? in
      do throws(Problem) { return try decision.invitations.offer(of: code).invitedAddress } catch {
        guard error.isRefusal else { throw error }
        return nil
      }
    }
    guard invited?.isSameMailbox(as: email) ?? true else {
      throw Problem(.invitationNotFound, "the invitation is to another address")
    }
  }
}
