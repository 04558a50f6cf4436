// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import VestibuleClient

@Suite struct JSONObjectTests {
  static let tokens = #"{"accessToken":"a","accessTokenExpiresAt":"2026-11-22T18:35:18.25Z","refreshToken":"r"}"#
  static let account = """
    {"id":"1","email":null,"emailVerified":true,"displayName":"Kim","role":"client","status":"of-tomorrow",\
    "profile":{"size":1.5,"year":2,"big":10000000000000000000,"list":[null,true,"x"]},"consent":{"guardian":"none"},\
    "createdAt":"2026-11-22T20:35:18+02:00","later":{"unknown":1}}
    """

  @Test func `an object is read and written with its types`() throws {
    let account = try Account(data: Data(Self.account.utf8))
    #expect(account.email == nil && account.emailVerified && account.status == .other("of-tomorrow"))
    #expect(account.createdAt == Date(timeIntervalSince1970: 1_795_372_518) && account.consent.guardian == .none)
    #expect(account.profile["size"] == 1.5 && account.profile["year"] == 2 && account.profile["big"] == .number(1e19))
    #expect(account.profile["list"] == [nil, true, "x"])
    let written = try account.data()
    #expect(try Account(data: written) == account)
    let text = String(decoding: written, as: UTF8.self)
    #expect(text.contains(#""createdAt":"2026-11-22T18:35:18Z""#) && text.contains(#""year":2"#))
    #expect(!text.contains("email\":null") && !text.contains("later"))
    #expect("\(account.json)" == text)
  }

  @Test func `milliseconds of timestamps are kept`() throws {
    let tokens = try Tokens(data: Data(Self.tokens.utf8))
    #expect(tokens.accessTokenExpiresAt.timeIntervalSince1970 == 1_795_372_518.25)
    #expect(String(decoding: try tokens.data(), as: UTF8.self).contains(#""2026-11-22T18:35:18.250Z""#))
  }

  @Test(arguments: [
    "", "[]", "{}", "null", #"{"accessToken":"a","refreshToken":"r"}"#,
    tokens.replacing(#""r""#, with: "1"), tokens.replacing(#""r""#, with: "null"), tokens.replacing("T18", with: " 1"),
  ])
  func `without a required member, or with one of another type, it is no answer`(text: String) async throws {
    #expect(throws: (any Error).self) { try Tokens(data: Data(text.utf8)) }
    let transport = StubTransport { _, _ in .granted(#"{"session":\#(text)}"#) }
    await #expect(throws: VestibuleError.unintelligible(status: 200)) {
      try await Client.stub(transport).call(RefreshSessionRequest(refreshToken: "r"))
    }
  }

  @Test func `setting nil removes an optional member, and changing a copy changes nothing else`() throws {
    let original = try Account(data: Data(Self.account.utf8))
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
      try await Client.stub(transport).call(
        AssignWorkoutRequest(clientId: "1", title: "x", details: ["n": .number(.nan)]))
    }
    #expect(await transport.requests.isEmpty)
  }

  @Test func `every type has a shape, and the shapes name only such types`() {
    for line in Shapes.text.split(separator: "\n") {
      for member in JSONShape(String(line.prefix { $0 != " " })).members {
        if case .object(let shape) = member.kind { _ = shape.members }
      }
    }
  }
}
