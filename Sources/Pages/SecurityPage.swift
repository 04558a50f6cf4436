// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// The page for everything with which a person signs in: the password, providers, second factors and passkeys, and the
/// devices on which they are signed in.
package enum SecurityPage: BrowserPage {
  package static let name = "security-page"
  package static let page = "security"
  package static let path = "account/security"
  package static let menuEntry: MenuEntry? = .account
  package static let repeated = ["name", "factorId"]

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    // The form of a code that was wrong, with the key. An enrollment that has ended begins again, and so does one that has
    // taken longer than a sign-in counts as recent.
    if request.action == "confirm", let problem = request.problem, problem.code != .codeExpired, try request.isRecent {
      let key = try request.environment.read(request.call) { (decision) throws(Problem) in
        try decision.factors.enrolling(request.text("factorId") ?? "", of: try request.caller)
      }
      return PageResponse("isEnrolling", enrollment(key ?? [:]).merging(request.accountVariables(done: [])))
    }
    return PageResponse(
      "isShown",
      try methods(request).merging(try factors(request)).merging(try sessions(request))
        .merging(
          request.accountVariables(
            done: ["password", "linked", "unlinked", "added", "removed", "ended", "ended-others"])))
  }

  /// What cannot be undone, and the field that says what it is about. The page asks first.
  private static let irreversible: KeyValuePairs<String, String> = [
    "unlink": "provider", "remove": "factorId", "renew": "", "end": "sessionId",
  ]

  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    if let (action, field) = irreversible.first(where: { $0.key == request.action }), request.text("sure") == nil {
      return try asking(whether: action, about: field, request)
    }
    switch request.action {
    case "password":
      guard let email = request.call.caller?.email else { return request.again() }
      try request.perform(ResetPassword.self, ["email": .string(email.text)])
      return request.again(done: "password")
    case "unlink":
      try request.perform(UnlinkIdentity.self, request.texts("provider"))
      return request.again(done: "unlinked")
    case "link":
      // What `link-identity` requires when the provider leads back.
      try request.requireRecent()
      return try request.beginning(.link(sessionID: try request.call.requireSession().id))
    case "enroll":
      try request.requireRecent()
      let event = request.texts("name").merging(["type": "totp"])
      return try enrolling(request, try request.perform(EnrollFactor.self, event))
    case "confirm":
      let code = (request.text("code") ?? "").filter { !$0.isWhitespace }
      return try confirmed(request, ["code": .string(code)])
    case "enroll-passkey":
      let event = request.texts("name").merging(["type": "passkey"])
      let result = try request.perform(EnrollFactor.self, event)
      let form = PageRequest.passkeyForm(
        "create", result["options"] ?? [:], action: "confirm-passkey", starts: true)
      return PageResponse("isPasskey", form.merging(.object(["factorId": result["factor"]?["id"]])))
    case "confirm-passkey": return try confirmed(request, ["credential": request.credential ?? .null])
    case "remove":
      try request.perform(RemoveFactor.self, request.texts("factorId"))
      return request.again(done: "removed")
    case "renew":
      try request.requireRecent()
      return PageResponse("isRecovery", try request.perform(RenewRecoveryCodes.self))
    case "end":
      try request.perform(SignOut.self, request.texts("sessionId"))
      return request.again(done: "ended")
    case "end-others": return try endingOthers(request)
    default: return try show(request)
    }
  }

  private static func asking(
    whether action: String, about field: String, _ request: PageRequest
  ) throws(Problem) -> PageResponse {
    // What the function requires, before the person is asked. A device may be signed out at any time.
    if action != "end" { try request.requireRecent() }
    let subject = JSON.object(["field": .string(field), "value": request.text(field).map(JSON.string)])
    return PageResponse(
      "isSure", ["sure": .object(JSON.Members([(action, true), ("action", .string(action))])).merging(subject)])
  }

  private static func endingOthers(_ request: PageRequest) throws(Problem) -> PageResponse {
    let known = try request.read(ListSessions.self)
    for session in known.sessions where session.id != known.own?.id {
      try request.perform(SignOut.self, ["sessionId": .string(session.id)])
    }
    return request.again(done: "ended-others")
  }

  /// What the authenticator app needs: the secret as a picture and as text. It is shown until it is confirmed.
  private static func enrolling(_ request: PageRequest, _ result: JSON) throws(Problem) -> PageResponse {
    PageResponse("isEnrolling", enrollment(result).merging(.object(["factorId": result["factor"]?["id"]])))
  }

  private static func enrollment(_ key: JSON) -> JSON {
    guard let secret = key["secret"]?.string, let uri = key["uri"]?.string else { return [:] }
    return .object([
      "secret": .string(grouped(secret)), "uri": .string(uri),
      "qr": QRCode(Array(uri.utf8))?.variables,
    ])
  }

  /// The new factor works. With the first factor there are recovery codes, which are shown once.
  private static func confirmed(_ request: PageRequest, _ proof: JSON) throws(Problem) -> PageResponse {
    let result = try request.perform(ConfirmFactor.self, request.texts("factorId").merging(proof))
    guard result["recoveryCodes"] != nil else { return request.again(done: "added") }
    return PageResponse("isRecovery", result.merging(["isFirst": true]))
  }

  /// A secret in groups of four, which people can type.
  private static func grouped(_ secret: String) -> String {
    secret.enumerated().map { index, letter in (index > 0 && index % 4 == 0 ? " " : "") + String(letter) }.joined()
  }
}

// MARK: What it shows

extension SecurityPage {
  /// The sign-in methods, and whether a password can be set by mail.
  private static func methods(_ request: PageRequest) throws(Problem) -> JSON {
    let known = try request.read(GetAccount.self)
    let (providers, email) = (known.providers, known.account.email)
    let others = try request.offeredProviders.filter { !providers.contains($0.name) }
    return .object([
      "linkable": PageRequest.variables(of: others),
      "email": email.map { .string($0.text) }, "hasPassword": .bool(providers.contains("password")),
      "takesPassword": .bool(request.environment.policy.password != nil && email != nil),
      "hasMethods": .bool(!providers.isEmpty),
      "methods": .array(
        providers.enumerated().map { index, name in
          [
            "name": .string(name), "id": .string("method-\(index)"), "isPassword": .bool(name == "password"),
            "shown": .string(Provider.displayName(of: name)),
          ]
        }),
    ])
  }

  /// Authenticator apps and passkeys. `list-factors` needs an account that is complete, and one that still needs its
  /// first factor has none.
  private static func factors(_ request: PageRequest) throws(Problem) -> JSON {
    let rules = request.environment.policy.factors
    let takesPasskeys = request.takesPasskeys(for: EnrollFactor.self)
    let hasFactors = (request.call.caller?.factors ?? 0) > 0
    let known = hasFactors ? try request.read(ListFactors.self) : nil
    var shown: [JSON] = []
    for (index, factor) in (known?.factors ?? []).enumerated() {
      shown.append(
        .object([
          "id": .string(factor.id), "htmlID": .string("factor-\(index)"), "name": factor.name.map(JSON.string),
          "isPasskey": .bool(factor.type == .passkey), "isTOTP": .bool(factor.type == .totp),
          "createdOn": try request.shown(factor.createdAt, day: true), "usedAt": try request.recent(factor.lastUsedAt),
        ]))
    }
    return .object([
      "takesTOTP": .bool(rules.totp), "takesPasskeys": .bool(takesPasskeys),
      "takesFactors": .bool(rules.totp || takesPasskeys),
      "hasFactorSection": .bool(rules.totp || takesPasskeys || !shown.isEmpty), "hasFactors": .bool(!shown.isEmpty),
      "factors": .array(shown), "recoveryCodesLeft": known.map { JSON($0.recoveryCodesLeft) },
    ])
  }

  /// The sessions of apps and browsers.
  private static func sessions(_ request: PageRequest) throws(Problem) -> JSON {
    let known = try request.read(ListSessions.self)
    var shown: [JSON] = []
    for (index, session) in known.sessions.enumerated() {
      let isBrowser = session.cookieHash != nil
      let name = session.device?.name ?? session.device?.platform.map(deviceName)
      shown.append(
        .object([
          "id": .string(session.id), "htmlID": .string("session-\(index)"),
          "isCurrent": .bool(session.id == known.own?.id), "isBrowser": isBrowser ? true : nil,
          "deviceName": isBrowser ? nil : name.map(JSON.string), "address": session.address.map(JSON.string),
          "country": session.country.map { .string(CountryNames.name(of: $0, request.call.language)) },
          "usedAt": try request.recent(session.lastUsedAt),
          "signedInAt": try request.recent(session.authenticatedAt),
        ]))
    }
    return ["sessions": .array(shown), "hasOtherSessions": .bool(shown.count > 1)]
  }

  /// A platform as people call it.
  private static func deviceName(_ platform: String) -> String {
    let names = [
      "ios": "iPhone, iPad", "ipados": "iPad", "android": "Android", "macos": "Mac", "windows": "Windows",
      "linux": "Linux", "watchos": "Apple Watch", "tvos": "Apple TV", "visionos": "Apple Vision",
    ]
    return names[platform.lowercased()] ?? platform
  }
}
