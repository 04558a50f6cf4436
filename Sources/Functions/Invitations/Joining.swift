// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// What becomes of a person who opens a link by which people join.
enum Joined {
  /// With the account, which may have got fields that the inviter sets.
  case client(Client, Account)
  /// The inviter has to agree.
  case requested(JoinRequest)
}

extension Invitations {
  /// Requires that an account may join by a link. Nothing is written.
  /// - Parameter account: nil for a new one.
  /// - Throws: `auth/role-mismatch`, `invitation/full`, `auth/too-many-requests` for a day after a refusal.
  func requireFit(of account: Account?, to link: JoinLink) throws(Problem) {
    let invitee = decision.policy.roles.invitee
    if let account, account.role != invitee { throw .roleMismatch(accountIs: account.role) }
    if let account, try decision.transaction.clients.isClient(account.id, of: link.inviterID) { return }
    try requirePlace(of: link)
    guard link.needsApproval, let account,
      let last = try decision.transaction.joinRequests.last(of: account.id, to: link.inviterID),
      last.storedStatus == .refused, let answeredAt = last.answeredAt, answeredAt + JoinRequest.pause > decision.now
    else { return }
    throw Problem(
      .tooManyRequests, "the inviter has refused; another request is possible a day later",
      retryAfter: answeredAt + JoinRequest.pause - decision.now)
  }

  func requirePlace(of link: JoinLink) throws(Problem) {
    guard !link.isFull else {
      throw Problem(.invitationFull, "the link's \(link.maxUses ?? 0) places are taken")
    }
  }

  /// Makes an account a client by a link, or asks the inviter.
  func join(_ offer: JoinLinkDetails, by account: Account) throws(Problem) -> Joined {
    if let known = try decision.transaction.clients.find(of: offer.link.inviterID, account: account.id) {
      return .client(known, account)
    }
    if let former = try decision.transaction.clients.find(
      of: offer.link.inviterID, formerAccount: account.id, joinedBy: offer.link.id), !offer.link.needsApproval
    {
      // Who comes back has had a place already.
      let (client, joined) = try take(former, offer, by: account)
      return .client(client, joined)
    }
    if offer.link.needsApproval { return .requested(try request(offer, by: account)) }
    let (client, joined) = try takePlace(offer, by: account)
    return .client(client, joined)
  }

  /// Makes an account a client. The place is counted in one statement, and the last one is taken once.
  func takePlace(_ offer: JoinLinkDetails, by account: Account) throws(Problem) -> (client: Client, account: Account) {
    guard try decision.transaction.joinLinks.takePlace(of: offer.link.id) else {
      throw .bug("a link had a place when it was read in this transaction")
    }
    return try take(try record(of: account, offer), offer, by: account)
  }

  /// Links a record to an account.
  private func take(
    _ record: Client, _ offer: JoinLinkDetails, by account: Account
  ) throws(Problem) -> (client: Client, account: Account) {
    guard let invitation = try decision.transaction.invitations.find(ofClient: record.id) else {
      throw .bug("a client has no invitation")
    }
    var taken = InvitationDetails(invitation: invitation, client: record, inviter: offer.inviter)
    // An invitation that has ended gives nothing more.
    if invitation.status(at: decision.now) != .pending { taken.client.profile = nil }
    if let profile = offer.link.profile { taken.client.profile = (taken.client.profile ?? [:]).merging(profile) }
    let joined = try accept(taken, by: account, joiningBy: offer.link)
    var client = taken.client.linked(to: account)
    client.leftAt = nil
    return (client, joined)
  }

  /// The inviter's record that an account takes: the one with an address that it has proven, or a new one.
  private func record(of account: Account, _ offer: JoinLinkDetails) throws(Problem) -> Client {
    let inviter = offer.inviter
    var isKnown = false
    for address in account.provenEmails {
      guard let client = try decision.transaction.clients.find(of: inviter.id, email: address) else { continue }
      isKnown = isKnown || client.email?.isSameMailbox(as: account.email) ?? false
      guard client.accountID == nil, client.waitingAccountID == nil,
        client.leftAt == nil || client.formerAccountID == account.id,
        let invitation = try decision.transaction.invitations.find(ofClient: client.id), invitation.role == nil
      else { continue }
      return client
    }
    // A claimed address says nothing about the person, and the record of an address is that of its owner.
    let email = account.emailVerified && !isKnown ? account.email : nil
    let name = [account.displayName, email?.text ?? "", account.id].first { !$0.isEmpty }
    var client = Client(
      id: decision.environment.newID(), inviterID: inviter.id, name: name ?? "", email: email, phone: account.phone,
      locale: account.locale, createdAt: decision.now)
    client.joinLinkID = offer.link.id
    let invitation = Invitation(
      id: decision.environment.newID(), clientID: client.id, inviterID: inviter.id, email: email, channel: .link,
      delivery: nil, allowOtherEmail: false, sentAt: decision.now, expiresAt: offer.link.expiresAt)
    try decision.transaction.clients.insert(client)
    try decision.transaction.invitations.insert(invitation)
    return client
  }

  /// Asks the inviter. Who has asked already does not ask again.
  private func request(_ offer: JoinLinkDetails, by account: Account) throws(Problem) -> JoinRequest {
    if let last = try decision.transaction.joinRequests.last(of: account.id, to: offer.link.inviterID),
      last.status(at: decision.now) == .pending
    {
      return last
    }
    let request = JoinRequest(
      id: decision.environment.newID(), joinLinkID: offer.link.id, inviterID: offer.link.inviterID,
      accountID: account.id, createdAt: decision.now)
    try decision.transaction.joinRequests.insert(request)
    try decision.audit(
      .joinRequested, account: account.id, inviter: offer.link.inviterID, subject: request.id)
    try decision.outbox.announce(.joinRequestCreated, request, by: account)
    try decision.outbox.queuePush(toInviterOf: request, account)
    try decision.outbox.queueNotice(about: request, of: account, offer)
    return request
  }

  /// Accepts what an account has waited for, once it has proven its address. What cannot be taken any more is dropped.
  /// - Returns: the first record that the account has become the client of.
  func acceptWhatWaited(for account: Account) throws(Problem) -> AcceptedWait? {
    var accepted: AcceptedWait?
    for waiting in try decision.transaction.waitingAcceptances.take(of: account.id) {
      let done: AcceptedWait? =
        switch waiting {
        case .invitation(let id): try accept(waitingInvitation: id, by: account)
        case .joinLink(let id): try join(waitingLink: id, by: account)
        }
      accepted = accepted ?? done
    }
    return accepted
  }

  private func accept(waitingInvitation id: String, by account: Account) throws(Problem) -> AcceptedWait? {
    guard let found = try decision.transaction.invitations.offer(id: id) else { return nil }
    let offer = InvitationDetails(found)
    guard offer.canBeTaken(by: account, decision.policy, at: decision.now),
      offer.invitation.allowOtherEmail || account.provenEmails.contains(where: { offer.invitation.isTo($0) })
    else { return nil }
    try accept(offer, by: account)
    return AcceptedWait(
      client: offer.invitation.role == nil ? offer.client.linked(to: account) : nil, data: offer.invitation.data,
      returnURL: offer.invitation.returnURL.flatMap(decision.policy.returnURL))
  }

  private func join(waitingLink id: String, by account: Account) throws(Problem) -> AcceptedWait? {
    guard let link = try decision.transaction.joinLinks.find(id: id),
      let inviter = try decision.transaction.accounts.find(id: link.inviterID)
    else { return nil }
    let offer = JoinLinkDetails(link: link, inviter: Inviter(inviter))
    do throws(Problem) {
      try CodeOffer.joinLink(offer).requireTakeable(decision.policy, at: decision.now)
      try requireFit(of: account, to: link)
    } catch {
      guard error.isRefusal else { throw error }
      return nil
    }
    guard account.provenEmails.contains(where: link.allows) else { return nil }
    switch try join(offer, by: account) {
    case .client(let client, _): return AcceptedWait(client: client)
    case .requested(let request): return AcceptedWait(joinRequest: request)
    }
  }
}

/// What an account has got when its address was proven.
package struct AcceptedWait {
  var client: Client?
  var joinRequest: JoinRequest?
  /// What the invitation gives to the app.
  var data: JSON?
  var returnURL: String?

  /// Members of the result that proves the address.
  var json: JSON {
    .object([
      "client": client?.ownJSON, "joinRequest": joinRequest?.json, "data": data,
      "returnURL": returnURL.map(JSON.string),
    ])
  }
}
