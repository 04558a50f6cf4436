// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Foundation
import Functions

@testable import VestibuleClient

/// The policy of one of the apps, as the server reads it, and the app configuration that the server makes of it.
struct Server {
  let policy: Policy
  let configuration: VestibuleClient.AppConfiguration
  private let messages: Messages

  /// - Parameters:
  ///   - audience: the client id of the app at its providers, which the policies of the apps do not have.
  ///   - consent: replaces the policy's consent.
  init(_ app: String, locale: String = "en", audience: String? = nil, consent: JSON? = nil) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    let settings = Settings(defaults: [
      "POLICY_FILE": root.appendingPathComponent("templates/policies/\(app).json").path,
      "TEMPLATES_DIR": root.appendingPathComponent("templates").path,
    ])
    var policy = try settings.policy()
    let path = root.appendingPathComponent("templates/policies/\(app).json")
    let json = try JSON(parsing: Array(try Data(contentsOf: path)))
    if let consent { policy = try Policy(json.merging(.object(["consent": consent]))) }
    if let audience {
      var providers = json["providers"] ?? [:]
      for name in ["apple", "google"] where providers[name] != nil {
        let provider: JSON = .object(["audiences": JSON([audience])])
        providers = providers.merging(.object(JSON.Members([(name, provider)])))
      }
      policy = try Policy(json.merging(.object(["providers": providers])))
    }
    self.policy = policy
    messages = settings.messages(wording: policy.messages)
    let answer = try Functions.AppConfiguration.json(of: policy, messages, LanguageTag(locale), publicURL: nil)
    configuration = try read(VestibuleClient.AppConfiguration.self, String(decoding: answer.line, as: UTF8.self))
  }

  /// The fields that `sign-up` refuses, with its words: the schema and the fields' own rules, or else the admission.
  func problems(of request: SignUpRequest, at now: Timestamp) throws -> [FieldProblem] {
    let data = try JSON(encoding: request)
    let (normal, ofSchema) = Catalogue.schema(Catalogue.entry(of: "sign-up")["event"] ?? [:]).normalise(data)
    let rules = AccountFieldRules(policy: policy, isCommonPassword: { _ in false })
    let ofPolicy = try SignUp.badFields(in: Fields(normal), rules)
    if !ofSchema.isEmpty {
      return try shown(ofSchema + ofPolicy.filter { new in !ofSchema.contains { $0.pointer == new.pointer } })
    }
    do throws(Domain.Problem) {
      let event = try SignUp.event(from: Fields(normal))
      _ = try policy.admit(
        event.applicant(language: LanguageTag(configuration.locale)), id: "", omission: .refused,
        further: ofPolicy.filter { $0.code == .weakPassword }, now: now)
      return []
    } catch {
      return try shown(error.fields)
    }
  }

  func shown(_ fields: [Domain.Problem.Field]) throws -> [FieldProblem] {
    try fields.map {
      FieldProblem(
        pointer: $0.pointer, code: ErrorCode(rawValue: $0.code.rawValue), detail: $0.detail,
        userMessage: try messages.text(of: $0, LanguageTag(configuration.locale)))
    }
  }
}
