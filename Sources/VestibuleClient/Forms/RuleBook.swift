// SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation

/// The rules of a server's policy, from its app configuration. They are the server's own code (`Domain`), so that the
/// verdicts and words are the same.
struct RuleBook: Sendable {
  private let policy: Policy
  private let texts: JSON
  private let language: LanguageTag

  /// - Returns: nil if the configuration is not one of this version. Then the server alone checks what people type.
  init?(_ configuration: AppConfiguration) {
    guard let json = try? WireFormat.json(of: configuration.json) else { return nil }
    let app = (json["app"] ?? [:]).merging(.object(["locales": json["locales"]]))
    var sections: JSON = .object([
      "app": app, "providers": .object(["password": json["signIn"]?["password"]]), "limits": json["limits"],
    ])
    for name in ["roles", "email", "profile", "consent", "invitation"] {
      sections = sections.merging(.object(JSON.Members([(name, json[name] ?? [:])])))
    }
    guard let policy = try? Policy(sections) else { return nil }
    self.policy = policy
    texts = .object(["errors": json["messages"], "roles": json["roleNames"]])
    language = LanguageTag(configuration.locale)
  }

  /// The rules that a sign-up breaks, the most important one first. Whether a password is common, and whether the
  /// address has an account, only the server knows.
  func problems(of request: SignUpRequest, at now: Date) -> [FieldProblem] {
    let (data, ofSchema) = normalised(request, by: "signUp")
    var ofRules = weakness(of: data["password"]?.string, at: "/password")
    let birthDate = data["birthDate"]?.string
    if let birthDate, BirthDate(birthDate) == nil {
      ofRules.append(Problem.Field(pointer: "/birthDate", detail: "should be a calendar date, such as 2010-05-31"))
    }
    let applicant = Applicant(
      entry: .signUp(role: data["role"]?.string), provider: "password",
      email: data["email"]?.string.flatMap { EmailAddress($0) }, emailVerified: false,
      displayName: data["displayName"]?.string, username: data["username"]?.string, phone: data["phone"]?.string,
      profile: data["profile"],
      statement: Statement(
        birthDate: birthDate.flatMap(BirthDate.init), version: data["consent"]?["version"]?.string,
        guardianEmail: data["consent"]?["guardianEmail"]?.string.flatMap { EmailAddress($0) }))
    do throws(Domain.Problem) {
      _ = try policy.admit(applicant, id: "", omission: .refused, further: ofRules, now: Timestamp(now))
      return shown(ofSchema + ofRules)
    } catch {
      return shown(ofSchema + error.fields)
    }
  }

  /// The rules that a new password breaks.
  func problems(ofPassword password: String, at pointer: String) -> [FieldProblem] {
    let (normal, fields) = Self.schema("newPassword").normalise(.string(password))
    let ofSchema = fields.map { Problem.Field(pointer: pointer, code: $0.code, detail: $0.detail, variant: $0.variant) }
    return shown(ofSchema + weakness(of: normal.string, at: pointer))
  }

  /// The rules that a new client breaks.
  /// - Parameter needsPhone: for an invitation by text message.
  func problems(of client: NewClient, needsPhone: Bool) -> [FieldProblem] {
    let (data, ofSchema) = normalised(client, by: "newClient")
    guard needsPhone, policy.profile.phoneNumber(data["phone"]?.string) == nil else { return shown(ofSchema) }
    let detail = "should be a telephone number, such as +1 555 123 4567, to send a text message to"
    return shown(ofSchema + [Problem.Field(pointer: "/phone", code: .invalidPhoneNumber, detail: detail)])
  }

  /// The number in the international form (E.164); nil if the policy does not accept it.
  func phoneNumber(_ typed: String) -> String? { policy.profile.phoneNumber(typed) }

  private func weakness(of password: String?, at pointer: String) -> [Problem.Field] {
    guard let password, !password.isEmpty else { return [] }
    return (try? policy.password?.violations(of: password, at: pointer, isCommon: { _ in false })) ?? []
  }

  private func normalised(_ value: some JSONObject, by schema: String) -> (value: JSON, fields: [Problem.Field]) {
    Self.schema(schema).normalise((try? WireFormat.json(of: value.json)) ?? [:])
  }

  /// One problem for each field, with the words of the server.
  private func shown(_ fields: [Problem.Field]) -> [FieldProblem] {
    let texts = texts
    let messages = Messages { _ in texts }
    var found: [FieldProblem] = []
    for field in fields where !isLeftToServer(field) && !found.contains(where: { $0.pointer == field.pointer }) {
      let text = (try? messages.text(of: field, language)) ?? field.detail
      found.append(
        FieldProblem(
          pointer: field.pointer, code: ErrorCode(rawValue: field.code.rawValue), detail: field.detail,
          userMessage: text))
    }
    return found
  }

  /// Apple's systems have no library that maps domains and folds user names as the server does.
  private func isLeftToServer(_ field: Problem.Field) -> Bool {
    #if canImport(Darwin)
      return field.detail.contains("UTS 46") || field.detail.contains("folding")
    #else
      return false
    #endif
  }

  private static func schema(_ name: String) -> Schema {
    Schema(schemas[name] ?? [:], definition: { schemas["$defs"]?[$0] })
  }

  private static let schemas = (try? JSON(parsing: Array(FormSchemas.text.utf8))) ?? [:]

  private typealias Problem = Domain.Problem
}
