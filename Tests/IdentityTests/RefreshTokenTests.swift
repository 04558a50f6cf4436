// SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain
import Testing

@testable import Identity

@Suite("Refresh tokens") struct RefreshTokenTests {
  private func secret(_ current: UInt8, previous: UInt8? = nil) -> SecretKey {
    SecretKey { () throws(Problem) in
      SecretKey.Loaded(
        current: [UInt8](repeating: current, count: 32), previous: previous.map { [UInt8](repeating: $0, count: 32) })
    }
  }

  private func key(_ byte: UInt8) -> HashKey {
    HashKey(key: SymmetricKey(data: [UInt8](repeating: byte, count: 32)), createdAt: Timestamp(milliseconds: 7))
  }

  @Test func `a token contains its session and number, and is invalid with another key`() throws {
    let token = RefreshToken(sessionID: "s-1", generation: 12)
    let text = token.text(key(1))
    #expect(try RefreshToken(text, key(1), secret(9)) == token)
    #expect(try RefreshToken(text, key(2), secret(9)) == nil)
    #expect(try RefreshToken(text, nil, secret(9)) == nil)
  }

  @Test func `a token from before schema 2 is read with the secret key, for sessions of that time only`()
    throws
  {
    let code = try secret(1).fingerprints(Array("s-1.12".utf8), for: .refreshTokens)[0]
    var token = RefreshToken(sessionID: "s-1", generation: 12)
    #expect(try RefreshToken("s-1.12.\(code)", nil, secret(2, previous: 1)) == token)
    #expect(try RefreshToken("s-1.12.\(code)", nil, secret(2)) == nil)
    token.isOfSessionsBefore = Timestamp(milliseconds: 7)
    #expect(try RefreshToken("s-1.12.\(code)", key(1), secret(1)) == token)
  }

  @Test func `a token with any character changed is invalid`() throws {
    let text = Array(RefreshToken(sessionID: "s-1", generation: 7).text(key(1)))
    for index in text.indices {
      var forged = text
      forged[index] = forged[index] == "A" ? "B" : "A"
      #expect(try RefreshToken(String(forged), key(1), secret(1)) == nil)
    }
  }

  @Test(arguments: ["", ".", "..", "s.1", "s.01.x", "s.+1.x", "s.-1.x", "s.1.x.y"])
  func `text in another format is not a token`(_ text: String) throws {
    #expect(try RefreshToken(text, key(1), secret(1)) == nil)
  }

  @Test func `a number in another form is another token`() throws {
    let parts = RefreshToken(sessionID: "s", generation: 1).text(key(1)).split(separator: ".")
    #expect(try RefreshToken("s.01.\(parts[2])", key(1), secret(1)) == nil)
  }
}
