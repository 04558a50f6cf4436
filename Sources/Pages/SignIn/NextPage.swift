// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// The page after a sign-in: what an account still needs before it can be used, and then where to go.
package enum NextPage: BrowserPage {
  package static let name = "next-page"
  package static let page = "next"
  package static let path = "account/next"
  package static let repeated = PersonForm.repeated
  package static let identifying = ["return"]

  package static var beginning: String? { Section.isReady.rawValue }

  private enum Section: String, PageFlag {
    case isUnverified, isIncomplete, isGuardianPending, isFactorRequired, isReady
  }
  private enum Message: String, PageFlag { case sent, asked, guardian }

  private enum Form: String { case complete, guardian, verify }

  package static var variables: [String] {
    [Section.names, ShownNext.names, AskedPerson.names, AskedProof.names]
      + form(errors: "displayName", "username", "phone", "birthDate", "guardianEmail", "version", "role")
  }

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    let account = try request.caller
    let accountState = request.environment.policy.accountState(of: account, on: request.environment.now)
    let shown = ShownNext(
      account: account, device: BrowserDevice(request.call), app: request.environment.policy.app,
      joined: try joined(request),
      waiting: try request.waiting(for: account), isUsable: accountState.state == .signedIn,
      done: request.done(Message.self))
    switch accountState.state {
    case .emailNotVerified: return try request.page(Section.isUnverified, shown)
    case .incomplete:
      return try request.page(
        Section.isIncomplete, shown, PersonForm(request: request).asked(for: accountState.missing, of: account),
        try ProofForm(request: request).asked(for: accountState.missing))
    case .guardianPending: return try request.page(Section.isGuardianPending, shown)
    case .factorRequired: return try request.page(Section.isFactorRequired, shown)
    case .signedIn where shown.waiting != nil: return try request.page(Section.isUnverified, shown)
    case .signedIn:
      guard let returnURL = request.returnURL, !request.isForm else {
        return try request.page(Section.isReady, shown)
      }
      let inviter = try joined(request)?.displayName
      return PageResponse.returning(to: returnURL).merging(
        .object(["joined": inviter.map { ["inviterName": .string($0)] }]))
    }
  }

  /// The inviter whose invitation the person has just accepted.
  private static func joined(_ request: PageRequest) throws(Problem) -> InviterName? {
    guard !request.isForm, request.text("done") == "joined", let id = request.text("clientId") else { return nil }
    return try request.read(GetAccount.self).clients.first { $0.client.id == id }?.inviter
  }

  private struct ShownNext: PageModel {
    let account: Account
    let device: BrowserDevice
    let app: Policy.App
    let joined: InviterName?
    /// What the person has accepted and gets once the address is verified.
    let waiting: WaitingOffer?
    /// Whether the account can be used.
    let isUsable: Bool
    let done: Message?

    static let variables: [PageVariable<Self>] = [
      .object("account", .text("displayName") { $0.account.displayName }, .text("email") { $0.account.email?.text }),
      .all { StoreLinks(of: $0.app, on: $0.device, inPlayStore: $0.app.playStoreURL) },
      // The tick is for an acceptance.
      .flag("isDone") { $0.isUsable && $0.joined != nil && $0.waiting == nil },
      .number("hours") { _ in AccountCode.Purpose.verifyEmail.lifetime.secondsRoundedUp / 3600 },
      .text("guardianAddress") { $0.guardianAddress },
      .object("joined", .text("inviterName") { $0.joined?.displayName }), .model("waiting") { $0.waiting },
      .flag("isUsable") { $0.isUsable }, .one("done") { $0.done },
    ]

    private var guardianAddress: String? {
      account.consent.guardianEmail.map { account.emailVerified ? $0.text : $0.masked }
    }
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    switch request.form(Form.self) {
    case .complete:
      let event = PersonForm(request: request).members.merging(ProofForm(request: request).members)
      try request.perform(CompleteAccount.self, event)
    case .guardian:
      guard let address = request.text("guardianEmail") else {
        throw .invalid([.missing("/consent/guardianEmail", .eventInvalid)])
      }
      let known = try request.caller.consent.guardianEmail
      try request.perform(CompleteAccount.self, ["consent": ["guardianEmail": .string(address)]])
      // The same address is not asked twice.
      let isAsked = EmailAddress(address).map { !$0.isSameMailbox(as: known) } ?? false
      return request.again(done: isAsked ? Message.guardian : nil)
    case .verify:
      guard let email = try request.caller.email else { break }
      try request.perform(VerifyEmail.self, ["email": .string(email.text)])
      return request.again(done: Message.sent)
    case nil: break
    }
    return request.again()
  }
}

/// An invitation or a link that is accepted once the address of the account is verified.
private struct WaitingOffer: PageModel {
  let inviterName: String
  /// Whether the inviter then answers a request.
  let needsApproval: Bool

  static let variables: [PageVariable<Self>] = [
    .text("inviterName") { $0.inviterName }, .flag("needsApproval") { $0.needsApproval },
  ]
}

extension PageRequest {
  fileprivate func waiting(for account: Account) throws(Problem) -> WaitingOffer? {
    let offer = try environment.read(call) { (decision) throws(Problem) in
      try decision.invitations.waitingOffer(for: account)
    }
    guard let offer else { return nil }
    let needsApproval = if case .joinLink(let details) = offer { details.link.needsApproval } else { false }
    return WaitingOffer(inviterName: environment.policy.name(of: offer.inviter), needsApproval: needsApproval)
  }
}
