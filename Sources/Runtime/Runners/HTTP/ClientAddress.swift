// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Glibc

/// The proxies of `TRUSTED_PROXIES`, which say whom they ask for in the header of `TRUSTED_PROXY_HEADER`.
struct TrustedProxies {
  private let networks: [Network]
  private let header: String

  /// Whom a request counts as.
  enum Client: Equatable {
    case address(String)
    /// One of those behind a gateway that has no address either.
    case ofGateway
    case unknown
  }

  /// - Throws: `service/misconfigured`.
  init(_ settings: Settings) throws(Problem) {
    var networks: [Network] = []
    for text in try settings["TRUSTED_PROXIES"]?.split(whereSeparator: { $0 == "," || $0.isWhitespace }) ?? [] {
      guard let network = Network(text) else {
        throw .misconfigured(
          "TRUSTED_PROXIES", "should be addresses or networks, such as 10.0.0.0/8, separated by commas")
      }
      networks.append(network)
    }
    self.networks = networks
    header = try settings["TRUSTED_PROXY_HEADER"] ?? "X-Forwarded-For"
    // Web servers make the same variable of an underscore as of a hyphen: a client's header could not be told apart.
    guard header.utf8.allSatisfy({ Self.nameCharacters.contains($0) }) else {
      throw .misconfigured("TRUSTED_PROXY_HEADER", "should be the name of one header: letters, digits and hyphens")
    }
  }

  private static let nameCharacters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-".utf8)

  /// Whom a request counts as: whoever has connected, or, where that is a trusted proxy, whoever it asks for.
  ///
  /// What the client has written itself stands on the left; each proxy adds on the right who had connected to it. So
  /// the one that counts is the rightmost that is no trusted proxy. Only one header is looked at, since the client may
  /// have written any other. One that came twice has perhaps been written by both: then the proxy itself counts.
  func client(of request: HTTPRequest) -> Client {
    let peer = request.peer.flatMap(Envelope.address)
    guard trusts(peer) else { return peer.map(Client.address) ?? .unknown }
    var client = peer.map(Client.address) ?? .ofGateway
    for hop in hops(of: request, in: header).reversed() {
      guard let address = Self.address(hop) else { break }
      client = .address(address)
      if !isTrusted(address) { break }
    }
    return client
  }

  /// The proxy that a request seems to have come through where it is none of those that are trusted.
  func unnamedProxy(of request: HTTPRequest) -> UnnamedProxy? {
    let peer = request.peer.flatMap(Envelope.address)
    guard !trusts(peer) else { return nil }
    let headers = [header] + Self.headersOfProxies
    // API Gateway says in a header, too, who has connected to it: that is no proxy.
    let found = headers.first { name in
      request.headers[name.lowercased()] != nil
        && (peer == nil || hops(of: request, in: name).isEmpty
          || hops(of: request, in: name).contains { Self.address($0) != peer })
    }
    return found.map { UnnamedProxy(address: peer, header: $0) }
  }

  private static let headersOfProxies = [
    "X-Forwarded-For", "Forwarded", "X-Real-IP", "CF-Connecting-IP", "True-Client-IP",
  ]

  /// Whether a connection from that address is a proxy's. A runner that does not say where one comes from has a gateway
  /// before it, which is trusted as soon as any proxy is.
  func trusts(_ peer: String?) -> Bool { !networks.isEmpty && peer.map(isTrusted) ?? true }

  private func isTrusted(_ address: String) -> Bool { networks.contains { $0.contains(address) } }

  /// What a header says, from the client to the last proxy; nothing where it came twice.
  private func hops(of request: HTTPRequest, in header: String) -> [String] {
    let name = header.lowercased()
    let hops = request[name]?.split(separator: ",") ?? []
    // The `for` of each hop (RFC 7239, section 4).
    if name == "forwarded" { return hops.map { HeaderValue(parameters: $0)["for"] ?? "unknown" } }
    return hops.map { String($0).trimmed }
  }

  /// The address of a hop, which may come with a port, and an IPv6 address in brackets.
  private static func address(_ hop: String) -> String? {
    if hop.hasPrefix("[") { return Envelope.address(String(hop.dropFirst().prefix { $0 != "]" })) }
    let isWithPort = hop.contains(".") && hop.utf8.filter { $0 == UInt8(ascii: ":") }.count == 1
    return Envelope.address(isWithPort ? String(hop.prefix { $0 != ":" }) : hop)
  }
}

/// A network in CIDR notation (RFC 4632), or one address. IPv4 stands within IPv6 (RFC 4291, section 2.5.5.2).
private struct Network {
  private let prefix: [UInt8]
  private let bits: Int

  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = Self.bytes(String(parts[0])) else { return nil }
    let most = parts[0].contains(":") ? 128 : 32
    guard let length = parts.count > 1 ? Int(parts[1]) : most, (0...most).contains(length) else { return nil }
    prefix = address
    bits = 128 - most + length
  }

  func contains(_ address: String) -> Bool {
    guard let bytes = Self.bytes(address) else { return false }
    return (0..<bits).allSatisfy { (bytes[$0 / 8] ^ prefix[$0 / 8]) & (0x80 >> UInt8($0 % 8)) == 0 }
  }

  private static func bytes(_ address: String) -> [UInt8]? {
    var storage = in6_addr()
    let isIPv4 = !address.contains(":")
    guard inet_pton(AF_INET6, isIPv4 ? "::ffff:" + address : address, &storage) == 1 else { return nil }
    return withUnsafeBytes(of: &storage) { Array($0) }
  }
}
