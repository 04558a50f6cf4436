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

  private enum Form: String {
    case password, link, unlink, enroll, confirm, remove, renew, end
    case enrollPasskey = "enroll-passkey"
    case confirmPasskey = "confirm-passkey"
    case endOthers = "end-others"
  }

  package static var variables: [String] {
    [
      Section.names, ShownMessage.names, AccountSignInMethods.names, ShownFactors.names, ShownSessions.names,
      FactorEnrollment.names, PasskeyForm.names, ShownRecoveryCodes.names, Question.names,
    ]
      + form(errors: "name", "code")
  }

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    // The form of a code that was wrong, with the key. An enrollment that has ended begins again, and so does one that
    // has taken longer than a sign-in counts as recent.
    if request.form(Form.self) == .confirm, let problem = request.problem, problem.code != .codeExpired,
      try request.isRecent
    {
      let key = try request.environment.read(request.call) { (decision) throws(Problem) in
        try decision.factors.enrolling(request.text("factorId") ?? "", of: try request.caller)
      }
      return try request.page(Section.isEnrolling, FactorEnrollment(key: key ?? [:], factorID: nil, isRefused: true))
    }
    return try request.page(
      Section.isShown, try methods(request), try factors(request),
      ShownSessions(known: try request.read(ListSessions.self), language: request.call.language),
      ShownMessage(done: request.done(Message.self)))
  }

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    guard let form = request.form(Form.self) else { return try show(request) }
    if let action = IrreversibleAction(rawValue: form.rawValue), request.text("sure") == nil {
      return try asking(whether: action, request)
    }
    switch form {
    case .password:
      guard let email = request.call.caller?.email else { return request.again() }
      try request.perform(ResetPassword.self, ["email": .string(email.text)])
      return request.again(done: Message.password)
    case .unlink:
      try request.perform(UnlinkIdentity.self, request.texts("provider"))
      return request.again(done: Message.unlinked)
    case .link:
      // What `link-identity` requires when the provider leads back.
      try request.requireRecent()
      return try request.beginning(.link(sessionID: try request.call.sessionAtEntry().id))
    case .enroll:
      try request.requireRecent()
      let event = request.texts("name").merging(["type": "totp"])
      return try request.page(
        Section.isEnrolling, FactorEnrollment(begun: try request.perform(EnrollFactor.self, event)))
    case .confirm:
      let code = (request.text("code") ?? "").filter { !$0.isWhitespace }
      return try confirmed(request, ["code": .string(code)])
    case .enrollPasskey: return try enrollingPasskey(request)
    case .confirmPasskey: return try confirmed(request, ["credential": request.credential ?? .null])
    case .remove:
      try request.perform(RemoveFactor.self, request.texts("factorId"))
      return request.again(done: Message.removed)
    case .renew:
      try request.requireRecent()
      return try request.page(
        Section.isRecovery, ShownRecoveryCodes(result: try request.perform(RenewRecoveryCodes.self), isFirst: false))
    case .end:
      try request.perform(SignOut.self, request.texts("sessionId"))
      return request.again(done: Message.ended)
    case .endOthers: return try endingOthers(request)
    }
  }

  private static func asking(
    whether action: IrreversibleAction, _ request: PageRequest
  ) throws(Problem) -> PageResponse {
    // What the function requires, before the person is asked. A device may be signed out at any time.
    if action != .end { try request.requireRecent() }
    let question = Question(action: action, value: request.text(action.field), name: try name(of: action, request))
    return try request.page(Section.isSure, question)
  }

  /// The name of the thing that the question is about, as its owner calls it; nil if it has no name.
  private static func name(of action: IrreversibleAction, _ request: PageRequest) throws(Problem) -> String? {
    switch action {
    case .unlink:
      let method = request.text("provider").map(SignInMethod.init)
      return try request.read(GetAccount.self).methods.first { $0 == method && $0 != .password }?.displayName
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

  private static func enrollingPasskey(_ request: PageRequest) throws(Problem) -> PageResponse {
    let event = request.texts("name").merging(["type": "passkey"])
    let result = try request.perform(EnrollFactor.self, event)
    let form = PasskeyForm(
      ceremony: .create, options: result["options"] ?? [:], formAction: "confirm-passkey", starts: true,
      factorID: result["factor"]?["id"]?.string)
    return try request.page(Section.isPasskey, form)
  }

  /// The new factor works. With the first factor there are recovery codes, which are shown once.
  private static func confirmed(_ request: PageRequest, _ response: JSON) throws(Problem) -> PageResponse {
    let result = try request.perform(ConfirmFactor.self, request.texts("factorId").merging(response))
    guard result["recoveryCodes"] != nil else { return request.again(done: Message.added) }
    return try request.page(Section.isRecovery, ShownRecoveryCodes(result: result, isFirst: true))
  }

  private static func methods(_ request: PageRequest) throws(Problem) -> AccountSignInMethods {
    let known = try request.read(GetAccount.self)
    let environment = request.environment
    let others = try environment.authentication.codeFlow.offered(by: environment.policy).filter {
      !known.methods.contains($0.method)
    }
    let account = try request.caller
    let removable = try request.environment.read(request.call) { (decision) throws(Problem) in
      var removable: [SignInMethod] = []
      for method in known.methods where try decision.identities.canSignIn(account, without: method) {
        removable.append(method)
      }
      return removable
    }
    return AccountSignInMethods(
      methods: known.methods, removable: removable, linkable: others, email: known.account.email,
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

/// A form whose action cannot be undone: the page asks first.
private enum IrreversibleAction: String, PageFlag {
  case unlink, remove, renew, end

  /// The form's field that says what the action is about; empty if it is about all.
  var field: String {
    switch self {
    case .unlink: "provider"
    case .remove: "factorId"
    case .end: "sessionId"
    case .renew: ""
    }
  }
}

private struct Question: PageModel {
  let action: IrreversibleAction
  let value: String?
  let name: String?

  static let variables: [PageVariable<Self>] = [
    .object(
      "sure", .one { $0.action }, .text("action") { $0.action.rawValue }, .text("field") { $0.action.field },
      .text("value") { $0.value }, .text("name") { $0.name })
  ]
}
