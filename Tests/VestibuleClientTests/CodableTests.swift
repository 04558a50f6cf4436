// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import VestibuleClient

/// What the types of the kit read and write.
@Suite struct CodableTests {
  static let tokens = #"{"accessToken":"a","accessTokenExpiresAt":"2026-11-22T18:35:18.25Z","refreshToken":"r"}"#
  static let account = """
    {"id":"1","email":null,"emailVerified":true,"displayName":"Kim","role":"client","status":"of-tomorrow",\
    "profile":{"size":1.5,"year":2,"big":10000000000000000000,"list":[null,true,"x"]},"consent":{"guardian":"none"},\
    "createdAt":"2026-11-22T20:35:18+02:00","later":{"unknown":1}}
    """

  @Test func `an object is read and written with its types`() throws {
    let account = try read(Account.self, Self.account)
    #expect(account.email == nil && account.emailVerified && account.status == .other("of-tomorrow"))
    #expect(account.createdAt == Date(timeIntervalSince1970: 1_795_372_518) && account.consent.guardian == .notNeeded)
    #expect(account.profile["size"] == 1.5 && account.profile["year"] == 2 && account.profile["big"] == .number(1e19))
    #expect(account.profile["list"] == [nil, true, "x"])
    let text = try text(of: account)
    #expect(try read(Account.self, text) == account)
    #expect(text.contains(#""createdAt":"2026-11-22T18:35:18Z""#) && text.contains(#""year":2"#))
    #expect(!text.contains("email\":null") && !text.contains("later"))
  }

  @Test func `milliseconds of timestamps are kept`() throws {
    let tokens = try read(Tokens.self, Self.tokens)
    #expect(tokens.accessTokenExpiresAt.timeIntervalSince1970 == 1_795_372_518.25)
    #expect(try text(of: tokens).contains(#""2026-11-22T18:35:18.250Z""#))
  }

  @Test(arguments: [
    "", "[]", "{}", "null", #"{"accessToken":"a","refreshToken":"r"}"#,
    tokens.replacing(#""r""#, with: "1"), tokens.replacing(#""r""#, with: "null"), tokens.replacing("T18", with: " 1"),
  ])
  func `without a required member, or with one of another type, it is no answer`(text: String) async throws {
    #expect(throws: (any Error).self) { try read(Tokens.self, text) }
    let transport = StubTransport { _, _ in .granted(#"{"session":\#(text)}"#) }
    let failure = await #expect(throws: VestibuleError.self) {
      try await VestibuleServer.stub(transport).call(RefreshSessionRequest(refreshToken: "r"))
    }
    guard case .unintelligible(200, let reason) = failure else { throw failure! }
    #expect(reason.contains("DecodingError") || reason.contains("keyNotFound") || reason.contains("dataCorrupted"))
  }

  @Test func `setting nil removes an optional member`() throws {
    let original = try read(Account.self, Self.account)
    var copy = original
    copy.email = "kim@example.com"
    copy.consent.version = "2"
    #expect(original.email == nil && original.consent.version == nil && copy != original)
    copy.email = nil
    copy.consent.version = nil
    #expect(copy == original)
  }

  @Test func `a number that JSON cannot write is an error`() async {
    let transport = StubTransport { _, _ in .granted("{}") }
    await #expect(throws: VestibuleError.self) {
      try await VestibuleServer.stub(transport).call(
        AssignWorkoutRequest(clientId: "1", title: "x", details: ["n": .number(.nan)]))
    }
    #expect(await transport.requests.isEmpty)
  }

  @Test func `null removes a value, and a missing one keeps it`() throws {
    let request = UpdateAccountRequest(displayName: .set("Kim"), phone: .remove, branding: .remove)
    let json = #"{"branding":null,"displayName":"Kim","phone":null}"#
    #expect(try text(of: request) == json && read(UpdateAccountRequest.self, json) == request)
    #expect(try read(UpdateAccountRequest.self, "{}").phone == nil)
  }

  @Test func `values with an id can be listed and navigated to`() {
    func id<Value: Hashable & Identifiable>(of type: Value.Type) -> Value.ID.Type { Value.ID.self }
    #expect(id(of: Account.self) == String.self && id(of: ClientRecord.self) == String.self)
    #expect(id(of: Invitation.self) == String.self && id(of: Workout.self) == String.self)
    #expect(id(of: ListSessionsResult.Session.self) == String.self && id(of: Factor.self) == String.self)
  }
}

func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
  try JSONDecoder.vestibule().decode(type, from: Data(text.utf8))
}

func text(of value: some Encodable) throws -> String {
  String(decoding: try JSONEncoder.vestibule().encode(value), as: UTF8.self)
}
