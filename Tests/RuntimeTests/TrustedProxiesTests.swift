import Domain
import Glibc
import Testing

@testable import Runtime

/// One after the other: they change a variable of the process.
@Suite("Client addresses", .serialized)
struct TrustedProxiesTests {
  private func client(peer: String?, _ forwarded: String?, trusting networks: String) throws -> String? {
    setenv("TRUSTED_PROXIES", networks, 1)
    defer { unsetenv("TRUSTED_PROXIES") }
    let request = HTTPRequest(
      method: "POST", path: "/", query: "", headers: forwarded.map { ["x-forwarded-for": $0] } ?? [:], peer: peer,
      isSecure: true, body: { _ throws(Problem) in [] })
    return try TrustedProxies(Settings()).client(of: request)
  }

  @Test(
    "a network is trusted to its last bit",
    arguments: [
      ("10.0.0.0/8", "10.255.255.255", true), ("10.0.0.0/8", "11.0.0.0", false),
      ("192.0.2.128/25", "192.0.2.127", false),
      ("192.0.2.128/25", "192.0.2.128", true), ("0.0.0.0/0", "203.0.113.1", true), ("0.0.0.0/0", "2001:db8::1", false),
      ("::/0", "2001:db8::1", true), ("2001:db8::/33", "2001:db8:8000::1", false),
      ("2001:db8::/33", "2001:db8:7fff::1", true),
      ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false), ("192.0.2.1", "::ffff:192.0.2.1", true),
      ("::1", "::1", true), ("::1,192.0.2.1", "192.0.2.1", true),
    ])
  func networks(_ networks: String, _ peer: String, _ isTrusted: Bool) throws {
    let seen = try client(peer: peer, "198.51.100.9", trusting: networks)
    #expect((seen == "198.51.100.9") == isTrusted)
  }

  @Test("a peer that the runner does not tell is the runner's own gateway, where proxies are trusted at all")
  func unknownPeer() throws {
    #expect(try client(peer: nil, "198.51.100.9", trusting: "10.0.0.0/8") == "198.51.100.9")
    #expect(try client(peer: nil, "198.51.100.9", trusting: "") == nil)
    #expect(try client(peer: "unix:", nil, trusting: "") == nil)
  }
}
