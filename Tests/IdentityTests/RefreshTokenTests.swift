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

  @Test func `a token says its session and its number, and is read with the key before as well`() throws {
    let token = RefreshToken(sessionID: "s-1", generation: 12)
    let text = try token.text(secret(1))
    #expect(try RefreshToken(text, secret(1)) == token)
    #expect(try RefreshToken(text, secret(2, previous: 1)) == token)
    #expect(try RefreshToken(text, secret(2)) == nil)
  }

  @Test func `a token in which any character is another one is none`() throws {
    let text = Array(try RefreshToken(sessionID: "s-1", generation: 7).text(secret(1)))
    for index in text.indices {
      var forged = text
      forged[index] = forged[index] == "A" ? "B" : "A"
      #expect(try RefreshToken(String(forged), secret(1)) == nil)
    }
  }

  @Test(arguments: ["", ".", "..", "s.1", "s.01.x", "s.+1.x", "s.-1.x", "s.1.x.y"])
  func `what does not look like a token is none`(_ text: String) throws {
    #expect(try RefreshToken(text, secret(1)) == nil)
  }

  @Test func `a number that is written in another way is another token`() throws {
    let parts = try RefreshToken(sessionID: "s", generation: 1).text(secret(1)).split(separator: ".")
    #expect(try RefreshToken("s.01.\(parts[2])", secret(1)) == nil)
  }
}
