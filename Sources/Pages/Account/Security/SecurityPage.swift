// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity
import Storage

/// The page for everything with which a person signs in: the password, providers, second factors and passkeys, and the
/// devices on which they are signed in.
package enum SecurityPage: BrowserPage {
  package static let name = "security-page"
  package static let page = "security"
  package static let path = "account/security"
  package static let menuEntry: MenuEntry? = .account
  package static let repeated = ["name", "factorId"]

  private enum Section: String, PageFlag { case isShown, isSure, isEnrolling, isPasskey, isRecovery }
  fileprivate enum Message: String, PageFlag {
    case password, linked, unlinked, added, removed, ended
    case endedOthers = "ended-others"
  }

  package static var variables: [String] {
    [
      Section.names, ShownMessage.names, SignInMethodsOfAccount.names, ShownFactors.names, ShownSessions.names,
      Enrollment.names, PasskeyForm.names, RecoveryCodes.names, Question.names,
    ]
      + form(errors: "name", "code")
  }

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    // The form of a code that was wrong, with the key. An enrollment that has ended begins again, and so does one that
    // has taken longer than a sign-in counts as recent.
    if request.action == "confirm", let problem = request.problem, problem.code != .codeExpired, try request.isRecent {
      let key = try request.environment.read(request.call) { (decision) throws(Problem) in
        try decision.factors.enrolling(request.text("factorId") ?? "", of: try request.caller)
      }
      return try request.page(Section.isEnrolling, Enrollment(key: key ?? [:], factorID: nil, isRefused: true))
    }
    return try request.page(
      Section.isShown, try methods(request), try factors(request),
      ShownSessions(known: try request.read(ListSessions.self), language: request.call.language),
      ShownMessage(done: request.done(Message.self)))
  }

  /// What cannot be undone, and the field that says what it is about. The page asks first.
  private static let irreversible: KeyValuePairs<IrreversibleAction, String> = [
    .unlink: "provider", .remove: "factorId", .renew: "", .end: "sessionId",
  ]

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    if let (action, field) = irreversible.first(where: { $0.key.rawValue == request.action }),
      request.text("sure") == nil
    {
      return try asking(whether: action, about: field, request)
    }
    switch request.action {
    case "password":
      guard let email = request.call.caller?.email else { return request.again() }
      try request.perform(ResetPassword.self, ["email": .string(email.text)])
      return request.again(done: Message.password)
    case "unlink":
      try request.perform(UnlinkIdentity.self, request.texts("provider"))
      return request.again(done: Message.unlinked)
    case "link":
      // What `link-identity` requires when the provider leads back.
      try request.requireRecent()
      return try request.beginning(.link(sessionID: try request.call.requireSession().id))
    case "enroll":
      try request.requireRecent()
      let event = request.texts("name").merging(["type": "totp"])
      return try request.page(Section.isEnrolling, Enrollment(begun: try request.perform(EnrollFactor.self, event)))
    case "confirm":
      let code = (request.text("code") ?? "").filter { !$0.isWhitespace }
      return try confirmed(request, ["code": .string(code)])
    case "enroll-passkey":
      let event = request.texts("name").merging(["type": "passkey"])
      let result = try request.perform(EnrollFactor.self, event)
      let form = PasskeyForm(
        ceremony: .create, options: result["options"] ?? [:], formAction: "confirm-passkey", starts: true,
        factorID: result["factor"]?["id"]?.string)
      return try request.page(Section.isPasskey, form)
    case "confirm-passkey": return try confirmed(request, ["credential": request.credential ?? .null])
    case "remove":
      try request.perform(RemoveFactor.self, request.texts("factorId"))
      return request.again(done: Message.removed)
    case "renew":
      try request.requireRecent()
      return try request.page(
        Section.isRecovery, RecoveryCodes(result: try request.perform(RenewRecoveryCodes.self), isFirst: false))
    case "end":
      try request.perform(SignOut.self, request.texts("sessionId"))
      return request.again(done: Message.ended)
    case "end-others": return try endingOthers(request)
    default: return try show(request)
    }
  }

  private static func asking(
    whether action: IrreversibleAction, about field: String, _ request: PageRequest
  ) throws(Problem) -> PageResponse {
    // What the function requires, before the person is asked. A device may be signed out at any time.
    if action != .end { try request.requireRecent() }
    let question = Question(
      action: action, field: field, value: request.text(field), name: try name(of: action, request))
    return try request.page(Section.isSure, question)
  }

  /// What the question is about, as its owner calls it; nil if it has no name.
  private static func name(of action: IrreversibleAction, _ request: PageRequest) throws(Problem) -> String? {
    switch action {
    case .unlink:
      let provider = request.text("provider")
      return try request.read(GetAccount.self).providers.first { $0 == provider && $0 != "password" }
        .map(Provider.displayName(of:))
    case .remove:
      let id = request.text("factorId")
      return try factors(request).known?.factors.first { $0.id == id }?.name
    case .end:
      let id = request.text("sessionId")
      return try request.read(ListSessions.self).sessions.first { $0.id == id }?.shownName
    case .renew: return nil
    }
  }

  private static func endingOthers(_ request: PageRequest) throws(Problem) -> PageResponse {
    let known = try request.read(ListSessions.self)
    for session in known.sessions where session.id != known.own?.id {
      try request.perform(SignOut.self, ["sessionId": .string(session.id)])
    }
    return request.again(done: Message.endedOthers)
  }

  /// The new factor works. With the first factor there are recovery codes, which are shown once.
  private static func confirmed(_ request: PageRequest, _ response: JSON) throws(Problem) -> PageResponse {
    let result = try request.perform(ConfirmFactor.self, request.texts("factorId").merging(response))
    guard result["recoveryCodes"] != nil else { return request.again(done: Message.added) }
    return try request.page(Section.isRecovery, RecoveryCodes(result: result, isFirst: true))
  }

  private static func methods(_ request: PageRequest) throws(Problem) -> SignInMethodsOfAccount {
    let known = try request.read(GetAccount.self)
    let others = try request.offeredProviders.filter { !known.providers.contains($0.name) }
    let account = try request.caller
    let removable = try request.environment.read(request.call) { (decision) throws(Problem) in
      var removable: [String] = []
      for provider in known.providers where try decision.canSignIn(account, without: provider) {
        removable.append(provider)
      }
      return removable
    }
    return SignInMethodsOfAccount(
      providers: known.providers, removable: removable, linkable: others, email: known.account.email,
      hasPasswords: request.environment.policy.password != nil)
  }

  /// `list-factors` needs an account that is complete, and one that still needs its first factor has none.
  private static func factors(_ request: PageRequest) throws(Problem) -> ShownFactors {
    let hasFactors = (request.call.caller?.factors ?? 0) > 0
    return ShownFactors(
      known: hasFactors ? try request.read(ListFactors.self) : nil,
      takesTOTP: request.environment.policy.factors.totp, takesPasskeys: request.takesPasskeys(for: EnrollFactor.self))
  }
}

// MARK: What it shows

private struct ShownMessage: PageModel {
  let done: SecurityPage.Message?

  static let variables: [PageVariable<Self>] = [.one("done") { $0.done }]
}

/// What cannot be undone: the page asks first.
private enum IrreversibleAction: String, PageFlag { case unlink, remove, renew, end }

private struct Question: PageModel {
  let action: IrreversibleAction
  /// What it is about.
  let field: String
  let value: String?
  let name: String?

  static let variables: [PageVariable<Self>] = [
    .object(
      "sure", .one { $0.action }, .text("action") { $0.action.rawValue }, .text("field") { $0.field },
      .text("value") { $0.value }, .text("name") { $0.name })
  ]
}

/// What an authenticator app needs that is being added: the secret as a picture and as text. It is shown until it is
/// confirmed.
private struct Enrollment: PageModel {
  let key: JSON
  let factorID: String?
  /// Whether a code was wrong.
  let isRefused: Bool

  init(key: JSON, factorID: String?, isRefused: Bool) {
    (self.key, self.factorID, self.isRefused) = (key, factorID, isRefused)
  }

  /// - Parameter begun: the result of `enroll-factor`.
  init(begun: JSON) { self.init(key: begun, factorID: begun["factor"]?["id"]?.string, isRefused: false) }

  static let variables: [PageVariable<Self>] = [
    .text("secret") { $0.key["secret"]?.string.map(grouped) }, .text("uri") { $0.uri },
    .model("qr") { $0.uri.flatMap { QRCode(Array($0.utf8)) } }, .text("factorId") { $0.factorID },
    .flag("copies") { $0.uri != nil },
    .one("failed") { $0.isRefused ? Failed.confirm : nil },
  ]

  private enum Failed: String, PageFlag { case confirm }

  private var uri: String? { key["uri"]?.string }

  /// A secret in groups of four, which people can type.
  private static func grouped(_ secret: String) -> String {
    secret.enumerated().map { index, letter in (index > 0 && index % 4 == 0 ? " " : "") + String(letter) }.joined()
  }
}

private struct RecoveryCodes: PageModel {
  /// The remembered answer.
  let result: JSON
  /// Whether they come with the first factor.
  let isFirst: Bool

  static let variables: [PageVariable<Self>] = [
    .json("recoveryCodes") { $0.result["recoveryCodes"] }, .flag("isFirst") { $0.isFirst },
    .flag("copies") { _ in true },
  ]
}

/// The sign-in methods, and whether a password can be set by mail.
private struct SignInMethodsOfAccount: PageModel {
  let providers: [String]
  /// Those that are not the last sign-in method.
  let removable: [String]
  let linkable: [Provider]
  let email: EmailAddress?
  let hasPasswords: Bool

  static let variables: [PageVariable<Self>] = [
    .list("linkable") { $0.linkable.map(OfferedProvider.init) }, .text("email") { $0.email?.text },
    .flag("hasPassword") { $0.providers.contains("password") },
    .flag("takesPassword") { $0.hasPasswords && $0.email != nil }, .flag("hasMethods") { !$0.providers.isEmpty },
    .flag("hasSignInSection") { !$0.providers.isEmpty || !$0.linkable.isEmpty || $0.hasPasswords && $0.email != nil },
    .list("methods") { shown in
      shown.providers.enumerated().map {
        SignInMethod(index: $0, name: $1, isRemovable: shown.removable.contains($1))
      }
    },
  ]
}

private struct SignInMethod: PageModel {
  let index: Int
  let name: String
  let isRemovable: Bool

  static let variables: [PageVariable<Self>] = [
    .text("id") { "method-\($0.index)" }, .text("name") { $0.name }, .flag("isPassword") { $0.name == "password" },
    .text("shown") { Provider.displayName(of: $0.name) }, .flag("isRemovable") { $0.isRemovable },
  ]
}

/// Authenticator apps and passkeys.
private struct ShownFactors: PageModel {
  /// Nil if there are none.
  let known: ListFactors.Output?
  let takesTOTP: Bool
  let takesPasskeys: Bool

  private var factors: [Factor] { known?.factors ?? [] }
  private var takesFactors: Bool { takesTOTP || takesPasskeys }

  static let variables: [PageVariable<Self>] = [
    .flag("takesTOTP") { $0.takesTOTP }, .flag("takesPasskeys") { $0.takesPasskeys },
    .flag("takesFactors") { $0.takesFactors }, .flag("hasFactorSection") { $0.takesFactors || !$0.factors.isEmpty },
    .flag("hasFactors") { !$0.factors.isEmpty },
    .list("factors") { $0.factors.enumerated().map { ShownFactor(index: $0, factor: $1) } },
    .number("recoveryCodesLeft") { $0.known?.recoveryCodesLeft },
  ]
}

private struct ShownFactor: PageModel {
  let index: Int
  let factor: Factor

  static let variables: [PageVariable<Self>] = [
    .text("id") { $0.factor.id }, .text("htmlID") { "factor-\($0.index)" }, .text("name") { $0.factor.name },
    .flag("isPasskey") { $0.factor.type == .passkey }, .flag("isTOTP") { $0.factor.type == .totp },
    .day("createdOn") { $0.factor.createdAt }, .recentTime("usedAt") { $0.factor.lastUsedAt },
  ]
}

/// The sessions of apps and browsers.
private struct ShownSessions: PageModel {
  let known: ListSessions.Output
  let language: LanguageTag

  static let variables: [PageVariable<Self>] = [
    .list("sessions") { shown in
      shown.known.sessions.enumerated().map { index, session in
        ShownSession(
          index: index, session: session, isCurrent: session.id == shown.known.own?.id, language: shown.language)
      }
    },
    .flag("hasOtherSessions") { $0.known.sessions.count > 1 },
  ]
}

private struct ShownSession: PageModel {
  let index: Int
  let session: Session
  let isCurrent: Bool
  let language: LanguageTag

  static let variables: [PageVariable<Self>] = [
    .text("id") { $0.session.id }, .text("htmlID") { "session-\($0.index)" }, .flag("isCurrent") { $0.isCurrent },
    .flag("isBrowser") { $0.session.isBrowser },
    .text("deviceName") { $0.session.shownName },
    .text("address") { $0.session.address },
    .text("country") { shown in shown.session.country.map { CountryNames.name(of: $0, shown.language) } },
    .recentTime("usedAt") { $0.session.lastUsedAt },
  ]

}

extension Session {
  fileprivate var isBrowser: Bool { cookieHash != nil }

  /// The browser, or what the app calls the device, or else its platform as people call it.
  fileprivate var shownName: String? {
    isBrowser ? browserName : device.flatMap { $0.name ?? $0.platform.map(Device.name(ofPlatform:)) }
  }
}
