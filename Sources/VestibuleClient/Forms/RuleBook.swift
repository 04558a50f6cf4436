// SPDX-License-Identifier: Apache-2.0

import Foundation
import VestibuleRules

/// The rules of a server's policy, from its app configuration. They are the server's own code (`VestibuleRules`), so
/// the verdicts and words are the same.
final class RuleBook: Sendable {
  private let rules: AccountRules
  /// The messages of errors, by code, or by code and variant.
  private let texts: JSON

  /// - Returns: nil if the configuration is not one of this version. Then the server alone checks what people type.
  init?(_ configuration: AppConfiguration) {
    guard let json = try? JSON(encoding: configuration) else { return nil }
    let sections: JSON = .object([
      "roles": json["roles"], "email": json["email"], "profile": json["profile"], "consent": json["consent"],
      "providers": .object(["password": json["signIn"]?["password"]]),
    ])
    guard let rules = try? AccountRules(sections) else { return nil }
    self.rules = rules
    texts = json["messages"] ?? [:]
  }

  /// The rules that a sign-up breaks, the most important one first. Whether a password is common, and whether the
  /// address has an account, only the server knows.
  func problems(of request: SignUpRequest, at now: Date) -> [FieldProblem] {
    let (data, ofSchema) = normalised(request, by: "signUp")
    var ofRules = weakness(of: data["password"]?.string, at: "/password")
    let birthDate = data["birthDate"]?.string
    if let birthDate, BirthDate(birthDate) == nil {
      ofRules.append(
        InvalidField(pointer: "/birthDate", detail: "should be a calendar date, such as 2010-05-31", variant: "date"))
    }
    let applicant = Applicant(
      entry: .signUp(role: data["role"]?.string), method: .password,
      email: data["email"]?.string.flatMap { EmailAddress($0) }, emailVerified: false,
      displayName: data["displayName"]?.string, username: data["username"]?.string, phone: data["phone"]?.string,
      profile: data["profile"],
      statement: StatedConsent(
        birthDate: birthDate.flatMap(BirthDate.init), version: data["consent"]?["version"]?.string,
        guardianEmail: data["consent"]?["guardianEmail"]?.string.flatMap { EmailAddress($0) }))
    return shown(
      ofSchema + rules.admission(of: applicant, omission: .refused, further: ofRules, now: Timestamp(now)).broken)
  }

  /// The rules that a new password breaks.
  func problems(ofPassword password: String, at pointer: String) -> [FieldProblem] {
    let (normal, fields) = Self.schema("newPassword").normalise(.string(password))
    let ofSchema = fields.map {
      InvalidField(pointer: pointer, code: $0.code, detail: $0.detail, variant: $0.variant, values: $0.values)
    }
    return shown(ofSchema + weakness(of: normal.string, at: pointer))
  }

  /// The rules that a new client breaks.
  /// - Parameter needsPhone: for an invitation by text message.
  func problems(of client: NewClient, needsPhone: Bool) -> [FieldProblem] {
    let (data, ofSchema) = normalised(client, by: "newClient")
    guard needsPhone, rules.profile.phoneNumber(data["phone"]?.string) == nil else { return shown(ofSchema) }
    let detail = "should be a telephone number, such as +1 555 123 4567, to send a text message to"
    return shown(ofSchema + [InvalidField(pointer: "/phone", code: .invalidPhoneNumber, detail: detail)])
  }

  /// The number in the international form (E.164); nil if the policy does not accept it.
  func phoneNumber(_ typed: String) -> String? { rules.profile.phoneNumber(typed) }

  private func weakness(of password: String?, at pointer: String) -> [InvalidField] {
    guard let password, !password.isEmpty else { return [] }
    return rules.password?.violations(of: password, at: pointer, isCommon: { _ in false }) ?? []
  }

  private func normalised(_ value: some Encodable, by schema: String) -> (value: JSON, fields: [InvalidField]) {
    Self.schema(schema).normalise((try? JSON(encoding: value)) ?? [:])
  }

  /// One problem for each field, with the words of the server.
  private func shown(_ fields: [InvalidField]) -> [FieldProblem] {
    var found: [FieldProblem] = []
    for field in fields where !isLeftToServer(field) && !found.contains(where: { $0.pointer == field.pointer }) {
      let text = field.text(in: texts) ?? field.detail
      found.append(
        FieldProblem(
          pointer: field.pointer, code: ErrorCode(rawValue: field.code.rawValue), detail: field.detail,
          userMessage: text))
    }
    return found
  }

  /// Apple's systems have no library that maps domains and folds user names as the server does.
  private func isLeftToServer(_ field: InvalidField) -> Bool {
    #if canImport(Darwin)
      return field.libraryRule != nil
    #else
      return false
    #endif
  }

  private static func schema(_ name: String) -> Schema {
    Schema(schemas[name] ?? [:], definition: { schemas["$defs"]?[$0] })
  }

  private static let schemas = (try? JSON(parsing: Array(FormSchemas.text.utf8))) ?? [:]
}
