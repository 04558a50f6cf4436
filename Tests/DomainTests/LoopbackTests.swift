// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@Suite("Hosts") struct LoopbackTests {
  @Test(
    "The host of a URL is found",
    arguments: [
      ("https://Example.com", "example.com"), ("https://example.com:8443/a?b#c", "example.com"),
      ("https://user:pass@example.com/", "example.com"), ("https://example.com?x", "example.com"),
      ("http://[::1]:80/", "::1"), ("https://a@b@c.de/", "c.de"), ("https://localhost#@evil.de", "localhost"),
      ("example.com", ""), ("mailto:a@b.de", ""), ("", ""),
    ])
  func hosts(_ url: String, _ expected: String) { #expect(host(ofURL: url) == expected) }

  @Test(
    "Only names and addresses of this machine are loopback",
    arguments: [
      ("localhost", true), ("app.localhost", true), ("127.0.0.1", true), ("127.255.0.3", true), ("::1", true),
      ("localhost.evil.de", false), ("127.0.0.1.evil.de", false), ("127.0.0", false), ("127.0.0.256", false),
      ("128.0.0.1", false), ("", false), ("notlocalhost", false),
    ])
  func loopback(_ host: String, _ expected: Bool) { #expect(isLoopback(host) == expected) }
}
