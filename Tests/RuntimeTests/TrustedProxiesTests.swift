// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Glibc
import Testing

@testable import Runtime

/// One after the other: they change a variable of the process.
@Suite("Client addresses", .serialized)
struct TrustedProxiesTests {
  private func request(_ headers: [String: String], from peer: String?) -> HTTPRequest {
    HTTPRequest(
      method: "POST", path: "/", query: "", headers: headers, peer: peer, isSecure: true,
      body: { _ throws(Problem) in [] })
  }

  private func proxies(_ networks: String, header: String? = nil) throws -> TrustedProxies {
    setenv("TRUSTED_PROXIES", networks, 1)
    if let header { setenv("TRUSTED_PROXY_HEADER", header, 1) }
    defer {
      unsetenv("TRUSTED_PROXIES")
      unsetenv("TRUSTED_PROXY_HEADER")
    }
    return try TrustedProxies(Settings())
  }

  @Test(
    "the country is read from the named header of a trusted proxy",
    arguments: [
      ("10.0.0.1", "de", "DE"), ("10.0.0.1", " FR ", "FR"), ("192.0.2.1", "DE", nil), (nil, "DE", "DE"),
      ("10.0.0.1", "XX", nil), ("10.0.0.1", "T1", nil), ("10.0.0.1", "DE, FR", nil), ("10.0.0.1", "ÄÖ", nil),
    ] as [(String?, String, String?)])
  func country(_ peer: String?, _ value: String, _ country: String?) throws {
    setenv("CLIENT_COUNTRY_HEADER", "CF-IPCountry", 1)
    defer { unsetenv("CLIENT_COUNTRY_HEADER") }
    #expect(try proxies("10.0.0.0/8").country(of: request(["cf-ipcountry": value], from: peer)) == country)
  }

  private func client(
    peer: String?, _ forwarded: String?, trusting networks: String
  ) throws -> TrustedProxies.Peer {
    try proxies(networks).client(of: request(forwarded.map { ["x-forwarded-for": $0] } ?? [:], from: peer))
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
    #expect((seen == .address("198.51.100.9")) == isTrusted)
  }

  @Test("an unknown peer is the runner's own gateway if any proxy is trusted")
  func unknownPeer() throws {
    #expect(try client(peer: nil, "198.51.100.9", trusting: "10.0.0.0/8") == .address("198.51.100.9"))
    #expect(try client(peer: nil, "198.51.100.9", trusting: "") == .unknown)
    #expect(try client(peer: "unix:", nil, trusting: "") == .unknown)
  }

  @Test("a client without a valid address from the gateway counts as the gateway", arguments: [nil, "", "me"])
  func gateway(_ forwarded: String?) throws {
    #expect(try client(peer: nil, forwarded, trusting: "10.0.0.0/8") == .behindGateway)
    #expect(try client(peer: "10.0.0.1", forwarded, trusting: "10.0.0.0/8") == .address("10.0.0.1"))
  }

  @Test("only one header is used")
  func oneHeader() throws {
    let all = [
      "x-forwarded-for": "198.51.100.1", "forwarded": "for=198.51.100.2", "cf-connecting-ip": "198.51.100.3",
    ]
    for (header, address) in [
      (nil, "198.51.100.1"), ("FORWARDED", "198.51.100.2"), ("CF-Connecting-IP", "198.51.100.3"),
      ("True-Client-IP", "10.0.0.1"),
    ] {
      let proxies = try proxies("10.0.0.0/8", header: header)
      #expect(proxies.client(of: request(all, from: "10.0.0.1")) == .address(address))
    }
  }

  @Test("an ambiguous header name is refused", arguments: ["X_Real_IP", "a b", "a,b", "ä"])
  func headerName(_ header: String) {
    #expect(throws: Problem.self) { try proxies("10.0.0.0/8", header: header) }
  }

  @Test("a proxy that sends a header and is not trusted is reported")
  func untrusted() throws {
    let named = try proxies("10.0.0.0/8", header: "X-Client")
    for header in ["X-Client", "X-Forwarded-For", "Forwarded", "X-Real-IP"] {
      let request = { self.request([header.lowercased(): "198.51.100.9"], from: $0) }
      #expect(named.untrustedProxy(of: request("192.0.2.1")) == UntrustedProxy(address: "192.0.2.1", header: header))
      #expect(named.untrustedProxy(of: request("10.0.0.1")) == nil && named.untrustedProxy(of: request(nil)) == nil)
    }
    #expect(named.untrustedProxy(of: request([:], from: "192.0.2.1")) == nil)
    let gateway = try proxies("").untrustedProxy(of: request(["x-forwarded-for": "198.51.100.9"], from: nil))
    #expect(gateway == UntrustedProxy(address: nil, header: "X-Forwarded-For"))
  }

  @Test("a header that repeats the peer, as API Gateway sends it, is not of a proxy")
  func connectionInHeader() throws {
    let proxies = try proxies("")
    let names = ["x-forwarded-for": "192.0.2.1", "forwarded": "by=3.3.3.3;for=192.0.2.1;proto=https"]
    #expect(proxies.untrustedProxy(of: request(names, from: "192.0.2.1")) == nil)
    let cloudFront = request(["x-forwarded-for": "198.51.100.9, 192.0.2.1"], from: "192.0.2.1")
    #expect(proxies.untrustedProxy(of: cloudFront)?.address == "192.0.2.1")
  }
}
