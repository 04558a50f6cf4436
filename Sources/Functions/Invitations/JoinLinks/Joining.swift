// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// What a person has received by accepting an offer.
package struct AcceptedOffer {
  /// The account, with the profile fields that the inviter sets.
  var account: Account
  /// Nil if the inviter has to agree, or if the invitation is not to the invitee's role.
  var client: Client?
  /// The request that waits for the inviter's answer.
  var joinRequest: JoinRequest?
  /// What the invitation gives to the app.
  var data: JSON?
  /// Where the person goes now; nil for the app's own way.
  var returnURL: String?

  /// Members of the result.
  var json: JSON {
    .object([
      "client": client?.ownJSON, "joinRequest": joinRequest?.json, "data": data,
      "returnURL": returnURL.map(JSON.string),
    ])
  }
}

/// The relation of an account to the inviter of a link.
enum JoinState {
  /// A client, by this link or in another way.
  case client(Client)
  /// A client by this link who has left, and whose place stays counted.
  case former(Client)
  case none
}

extension Invitations {
  func joinState(of account: Account, by link: JoinLink) throws(Problem) -> JoinState {
    if let client = try decision.tables.clients.find(of: link.teamID, account: account.id) {
      return .client(client)
    }
    let former = try decision.tables.clients.find(of: link.teamID, formerAccount: account.id, joinedBy: link.id)
    return former.map(JoinState.former) ?? .none
  }

  /// Requires that an account may join by a link. Nothing is written.
  /// - Parameter account: nil for a new one.
  /// - Throws: `auth/role-mismatch`, `invitation/full`, `auth/too-many-requests` for a day after a refusal.
  private func requireFit(of account: Account?, to link: JoinLink) throws(Problem) {
    guard let account else { return try requirePlace(for: .none, of: link) }
    guard account.role == decision.policy.roles.invitee else { throw .roleMismatch(accountIs: account.role) }
    let state = try joinState(of: account, by: link)
    if case .client = state { return }
    try requirePlace(for: state, of: link)
    guard link.needsApproval, let last = try decision.tables.joinRequests.last(of: account.id, to: link.teamID),
      last.storedStatus == .refused, let answeredAt = last.answeredAt, answeredAt + JoinRequest.pause > decision.now
    else { return }
    throw Problem(
      .tooManyRequests, "the inviter has refused; another request is possible a day later",
      retryAfter: answeredAt + JoinRequest.pause - decision.now)
  }

  func requirePlace(for state: JoinState, of link: JoinLink) throws(Problem) {
    guard case .none = state, link.isFull else { return }
    throw Problem(.invitationFull, "the link's \(link.maxUses ?? 0) places are taken")
  }

  /// Gives an account what an offer is for. Its address has been proven, as far as the offer requires that.
  func accept(_ offer: CodeOffer, by account: Account, _ accountOrigin: AccountOrigin = .known) throws(Problem)
    -> AcceptedOffer
  {
    switch offer {
    case .invitation(let details):
      let invitation = details.invitation
      return AcceptedOffer(
        account: try accept(details, by: account, accountOrigin),
        client: invitation.role == nil ? details.client.linked(to: account) : nil, data: invitation.data,
        returnURL: invitation.returnURL.flatMap(decision.policy.returnURL))
    case .joinLink(let details):
      let state = accountOrigin == .new ? .none : try joinState(of: account, by: details.link)
      if case .client(let client) = state { return AcceptedOffer(account: account, client: client) }
      if details.link.needsApproval {
        return AcceptedOffer(account: account, joinRequest: try request(details, by: account))
      }
      return try join(details, by: account, state, accountOrigin)
    }
  }

  /// Makes an account a client. The place is counted in one statement, and the last one is taken once.
  func join(
    _ details: JoinLinkDetails, by account: Account, _ state: JoinState, _ accountOrigin: AccountOrigin = .known
  ) throws(Problem) -> AcceptedOffer {
    switch state {
    case .client(let client): return AcceptedOffer(account: account, client: client)
    case .former(let client): return try accept(client, details, by: account)
    case .none:
      guard try decision.tables.joinLinks.takePlace(of: details.link.id) else {
        throw .bug("a link had a place when it was read in this transaction")
      }
      let records = try records(withAddressOf: account, details)
      if let free = records.free { return try accept(free, details, by: account) }
      if accountOrigin != .new {
        try decision.tables.joinRequests.endPending(of: account.id, to: details.link.teamID, at: decision.now)
      }
      return try acceptWithNewRecord(details, by: account, withAddress: !records.haveAddress)
    }
  }

  /// Links a record to an account.
  private func accept(
    _ record: Client, _ details: JoinLinkDetails, by account: Account
  ) throws(Problem) -> AcceptedOffer {
    guard let invitation = try decision.tables.invitations.find(ofClient: record.id) else {
      throw .bug("a client has no invitation")
    }
    var taken = InvitationDetails(invitation: invitation, client: record, inviter: details.inviter)
    // An invitation that has ended gives nothing more.
    if invitation.status(at: decision.now) != .pending {
      (taken.client.profile, taken.invitation.userMetadata) = (nil, nil)
    }
    let joined = try accept(taken, by: account, joiningBy: details.link)
    var client = taken.client.linked(to: account)
    client.leftAt = nil
    guard invitation.status(at: decision.now) == .pending else { return AcceptedOffer(account: joined, client: client) }
    return AcceptedOffer(
      account: joined, client: client, data: invitation.data,
      returnURL: invitation.returnURL.flatMap(decision.policy.returnURL))
  }

  /// The records of the inviter with an address that an account has proven.
  /// - Returns: the one that the account may accept, and whether there is one with the account's own address.
  private func records(
    withAddressOf account: Account, _ details: JoinLinkDetails
  ) throws(Problem) -> (free: Client?, haveAddress: Bool) {
    var haveAddress = false
    for address in account.provenEmails {
      guard let client = try decision.tables.clients.find(of: details.link.teamID, email: address) else {
        continue
      }
      haveAddress = haveAddress || client.email?.isSameMailbox(as: account.email) ?? false
      guard client.accountID == nil, client.waitingAccountID == nil,
        client.leftAt == nil || client.formerAccountID == account.id,
        let invitation = try decision.tables.invitations.find(ofClient: client.id), invitation.role == nil
      else { continue }
      return (client, haveAddress)
    }
    return (nil, haveAddress)
  }

  /// Makes a record of an account, linked from the beginning, with an accepted invitation.
  /// - Parameter withAddress: whether the record may have the account's address.
  private func acceptWithNewRecord(
    _ details: JoinLinkDetails, by account: Account, withAddress: Bool
  ) throws(Problem) -> AcceptedOffer {
    let (link, inviter) = (details.link, details.inviter)
    // A claimed address says nothing about the person, and the record of an address is that of its owner.
    let email = account.emailVerified && withAddress ? account.email : nil
    var client = Client(
      id: decision.newID(), teamID: link.teamID, inviterID: inviter.id,
      name: try decision.outbox.name(of: account, for: inviter), email: email,
      phone: account.phone, locale: account.locale, createdAt: decision.now
    ).linked(to: account)
    client.joinLinkID = link.id
    let invitation = Invitation(
      id: decision.newID(), clientID: client.id, teamID: client.teamID, inviterID: inviter.id,
      email: email, storedStatus: .accepted, channel: .link, delivery: nil, allowOtherEmail: false,
      sentAt: decision.now, expiresAt: link.expiresAt, acceptedAt: decision.now)
    try decision.tables.clients.insert(client)
    try decision.tables.invitations.insert(invitation)
    let taken = InvitationDetails(invitation: invitation, client: client, inviter: inviter)
    return AcceptedOffer(account: try finishAcceptance(taken, by: account, joiningBy: link), client: client)
  }

  /// Asks the inviter. While a request of the account waits for its answer, no other one is made.
  private func request(_ details: JoinLinkDetails, by account: Account) throws(Problem) -> JoinRequest {
    if let last = try decision.tables.joinRequests.last(of: account.id, to: details.link.teamID),
      last.status(at: decision.now) == .pending
    {
      return last
    }
    let request = JoinRequest(
      id: decision.newID(), joinLinkID: details.link.id, teamID: details.link.teamID,
      accountID: account.id, createdAt: decision.now)
    try decision.tables.joinRequests.insert(request)
    try decision.audit(.joinRequested, account: account.id, team: details.link.teamID, subject: request.id)
    try decision.outbox.announceRequest(.joinRequestCreated, request, to: details.link.inviterID, by: account)
    if let inviter = try decision.teams.contact(of: request.teamID, for: details.inviter) {
      try decision.outbox.pushJoinRequest(request, of: account, to: inviter)
      try decision.outbox.mailJoinRequest(of: account, by: details.link, to: inviter)
    }
    return request
  }

  /// Accepts what an account has waited for, once it has proven its address. Offers that cannot be accepted any more
  /// are dropped.
  /// - Parameter account: gets the fields that the inviters set.
  /// - Returns: the first of what was accepted.
  func acceptWaitingOffers(for account: inout Account) throws(Problem) -> AcceptedOffer? {
    var first: AcceptedOffer?
    for waiting in try decision.tables.waitingAcceptances.take(of: account.id) {
      guard let offer = try offer(of: waiting.acceptance) else { continue }
      let accountOrigin: AccountOrigin = waiting.since == account.createdAt ? .createdForOffer : .known
      let invited = accountOrigin == .createdForOffer ? invited(account, by: offer) : account
      guard try canAccept(offer, invited, account.provenEmails) else { continue }
      if invited.role != account.role {
        try decision.tables.accounts.setRole(invited.role, of: account.id, at: decision.now)
      }
      let taken = try accept(offer, by: invited, accountOrigin)
      account = taken.account
      first = first ?? taken
    }
    return first
  }

  /// An account that was made for an offer, in the role that it gets with it.
  private func invited(_ account: Account, by offer: CodeOffer) -> Account {
    var invited = account
    if account.role == decision.policy.roles.invitee { invited.role = offer.role(decision.policy) }
    return invited
  }

  /// The first offer that an account has accepted and gets once it has proven its address; nil if there is none.
  package func waitingOffer(for account: Account) throws(Problem) -> CodeOffer? {
    guard let email = account.email, !account.emailVerified else { return nil }
    for waiting in try decision.tables.waitingAcceptances.all(of: account.id) {
      guard let offer = try offer(of: waiting.acceptance) else { continue }
      let invited = waiting.since == account.createdAt ? invited(account, by: offer) : account
      if try canAccept(offer, invited, [email]) { return offer }
    }
    return nil
  }

  private func offer(of waiting: WaitingAcceptance) throws(Problem) -> CodeOffer? {
    switch waiting {
    case .invitation(let id):
      try decision.tables.invitations.details(id: id).map { .invitation(InvitationDetails($0)) }
    case .joinLink(let id):
      try decision.tables.joinLinks.find(id: id).flatMap { (link) throws(Problem) in
        try decision.tables.accounts.find(id: link.inviterID).map { (account) throws(Problem) in
          .joinLink(JoinLinkDetails(link: link, inviter: try decision.teams.inviter(account, in: link.teamID)))
        }
      }
    }
  }

  /// - Parameter addresses: the ones that the account has proven.
  private func canAccept(
    _ offer: CodeOffer, _ account: Account, _ addresses: [EmailAddress]
  ) throws(Problem) -> Bool {
    do throws(Problem) {
      try offer.requireAcceptable(decision.policy, at: decision.now)
      try requireFit(of: account, to: offer)
    } catch {
      guard error.isRefusal else { throw error }
      return false
    }
    let rule = decision.policy.invitation.emailMatch
    return addresses.contains { offer.fit(of: $0, isVerified: true, rule, at: "") == .fits }
  }

  /// Requires that an offer fits an account. Nothing is written.
  /// - Parameter account: nil for a new one.
  func requireFit(of account: Account?, to offer: CodeOffer) throws(Problem) {
    switch offer {
    case .invitation(let details):
      try details.requireFit(of: account, decision.policy)
      if let account { try decision.teams.requireRoom(for: account, in: details.invitation) }
    case .joinLink(let details): try requireFit(of: account, to: details.link)
    }
  }
}
