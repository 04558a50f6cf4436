// SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import Testing

@testable import VestibuleClient

/// Every request and result is read and written without a loss, by the schemas and examples of functions.json and the
/// events of the end-to-end tests.
@Suite struct SchemaTests {
  // Written by scripts/function-list:
  static let requests: [any FunctionRequest.Type] = [
    AcceptInvitationRequest.self, AnswerChallengeRequest.self, AnswerJoinRequestRequest.self,
    AppConfigurationRequest.self, AssignWorkoutRequest.self, AuthorizeRequest.self, CompleteAccountRequest.self,
    CompleteWorkoutRequest.self, ConfirmFactorRequest.self, CreateJoinLinkRequest.self, CreateTeamRequest.self,
    DeclineInvitationRequest.self, DeleteAccountRequest.self, EnrollFactorRequest.self, ExportAccountRequest.self,
    GetAccountRequest.self, GetClientRequest.self, GetMemberRequest.self, GetTeamRequest.self,
    InvitationReportRequest.self, JwksRequest.self, LeaveInviterRequest.self, LinkIdentityRequest.self,
    ListAuditRequest.self, ListClientsRequest.self, ListFactorsRequest.self, ListJoinLinksRequest.self,
    ListJoinRequestsRequest.self, ListMembersRequest.self, ListSessionsRequest.self, ListTeamsRequest.self,
    ListWorkoutsRequest.self, PasskeyOptionsRequest.self, PreviewInvitationRequest.self, ReauthenticateRequest.self,
    RefreshSessionRequest.self, RemoveClientRequest.self, RemoveFactorRequest.self, RemoveTeamMemberRequest.self,
    RemoveWorkoutRequest.self, RenewRecoveryCodesRequest.self, RequestInvitationRequest.self, RequestSignInRequest.self,
    ResendInvitationRequest.self, ResetPasswordRequest.self, RestoreAccountRequest.self, RevokeInvitationRequest.self,
    SendInvitationRequest.self, SignInRequest.self, SignInWithAppleRequest.self, SignOutRequest.self,
    SignUpRequest.self, UnlinkIdentityRequest.self, UnsubscribeRequest.self, UpdateAccountRequest.self,
    UpdateClientRequest.self, UpdateJoinLinkRequest.self, UpdateMemberRequest.self, UpdateTeamRequest.self,
    UpdateTeamMemberRequest.self, UpdateWorkoutRequest.self, VerifyEmailRequest.self,
  ]
  static let names = requests.map { $0.function.name }

  @Test func `there is a request for every function that an app calls`() throws {
    let called = try Examples.functions.pairs.filter { _, entry in
      let route = entry["trigger"]?["route"]?.string
      // Clients of Supabase Auth are kept by others.
      return route.map { !$0.hasPrefix("/.well-known/") } ?? false && entry["produces"]?.string != "text/html"
        && entry["area"]?.string != "supabase"
    }
    #expect(Set(called.map(\.name)) == Set(Self.names))
  }

  @Test(arguments: names)
  func `the example of a request is written as it was read`(name: String) throws {
    let entry = try #require(try Examples.functions[name])
    if let example = entry["example"] { try check(request: name, example) }
    for fixture in try Examples.events(of: name) { try check(request: name, fixture) }
  }

  @Test(arguments: names, Examples.Kind.allCases)
  func `a value of a schema is written as it was read`(name: String, kind: Examples.Kind) throws {
    let entry = try #require(try Examples.functions[name])
    let examples = try Examples(kind)
    try check(request: name, examples.value(of: entry["event"] ?? [:]))
    for form in examples.forms(ofResult: entry["result"] ?? [:]) {
      try check(result: name, examples.value(of: form))
    }
  }

  @Test(arguments: Examples.Kind.allCases)
  func `a refusal is written as it was read`(kind: Examples.Kind) async throws {
    let refused = try Examples(kind).value(of: ["$ref": "#/$defs/refused"])
    let transport = StubTransport { _, _ in
      TransportResponse(status: 400, body: Data(refused.line))
    }
    let failure = await #expect(throws: VestibuleError.self) {
      try await VestibuleServer.stub(transport).call(PasskeyOptionsRequest())
    }
    let problem = try #require(failure?.problem)
    let lost = losses(try #require(refused["error"]), try JSON(encoding: problem))
    #expect(lost == [])
  }

  // MARK: Comparison

  private func type(_ name: String) throws -> any FunctionRequest.Type {
    try #require(Self.requests.first { $0.function.name == name })
  }

  private func check(request name: String, _ json: JSON) throws {
    func written<Request: FunctionRequest>(_ type: Request.Type) throws -> JSON { try rewritten(json, as: type) }
    let lost = losses(json, try written(try type(name)), removes: name.hasPrefix("update-"))
    #expect(lost == [])
  }

  private func check(result name: String, _ json: JSON) throws {
    func written<Request: FunctionRequest>(_ type: Request.Type) throws -> JSON {
      try rewritten(json, as: Request.Answer.self)
    }
    let lost = losses(json, try written(try type(name)))
    #expect(lost == [])
  }

  private func rewritten<Value: Codable & Equatable>(_ json: JSON, as type: Value.Type) throws -> JSON {
    let value = try read(type, String(decoding: json.line, as: UTF8.self))
    let text = try text(of: value)
    #expect(try read(type, text) == value)
    return try JSON(parsing: Array(text.utf8))
  }

  /// What the written value does not have of the read one, or has in addition.
  /// - Parameter removes: whether null is not the same as no member.
  private func losses(_ read: JSON, _ written: JSON, at place: String = "", removes: Bool = false) -> [String] {
    switch (read, written) {
    case (.object(let read), .object(let written)):
      let names = Set(read.pairs.map(\.name) + written.pairs.map(\.name))
      return names.filter { $0 != Examples.unknownMember }.flatMap { name in
        let (one, other) = (read[name], written[name])
        if one == .null, other == nil, !removes { return [String]() }
        guard let one, let other else { return ["\(place)/\(name): \(read) \(written)"] }
        return losses(one, other, at: "\(place)/\(name)")
      }
    case (.array(let read), .array(let written)) where read.count == written.count:
      return zip(read, written).flatMap { losses($0, $1, at: "\(place)/-") }
    case (.string(let read), .string(let written)):
      let isSameTime = Timestamp(rfc3339: read).map { $0 == Timestamp(rfc3339: written) } ?? false
      return read == written || isSameTime ? [] : ["\(place): \(read) \(written)"]
    case (.number, .number): return read.double == written.double ? [] : ["\(place): \(read) \(written)"]
    default: return read == written ? [] : ["\(place): \(read) \(written)"]
    }
  }
}
