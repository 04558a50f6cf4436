// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Glibc

/// The proxies of `TRUSTED_PROXIES`, which report their clients in the header `TRUSTED_PROXY_HEADER`, and the country
/// of each client in the header `CLIENT_COUNTRY_HEADER`.
struct TrustedProxies {
  private let networks: [Network]
  private let header: String
  private let countryHeader: String?

  /// The client of a request, by which limits are counted.
  enum Peer: Equatable {
    case address(String)
    /// A client behind a gateway that reports no address.
    case behindGateway
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
    header = try Self.header("TRUSTED_PROXY_HEADER", settings) ?? "X-Forwarded-For"
    countryHeader = try Self.header("CLIENT_COUNTRY_HEADER", settings)
  }

  /// The name of a header in a variable; nil if the variable is unset.
  private static func header(_ variable: String, _ settings: Settings) throws(Problem) -> String? {
    let header = try settings[variable]
    // Web servers map underscores and hyphens to the same variable, so a client could forge the header.
    guard header?.utf8.allSatisfy({ nameCharacters.contains($0) }) ?? true else {
      throw .misconfigured(variable, "should be the name of one header: letters, digits and hyphens")
    }
    return header
  }

  private static let nameCharacters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-".utf8)

  /// The client of a request: the peer of the connection or, if that is a trusted proxy, the client that the proxy
  /// reports.
  ///
  /// Each proxy appends its peer on the right; the client may have written the values on the left. So the rightmost
  /// address that is not a trusted proxy counts. Only one header is read, because the client may have written any
  /// other. A repeated header may come from the client too: then the proxy itself counts.
  func client(of request: HTTPRequest) -> Peer {
    let peer = request.peer.flatMap(Envelope.address)
    guard trusts(peer) else { return peer.map(Peer.address) ?? .unknown }
    var client = peer.map(Peer.address) ?? .behindGateway
    for hop in hops(of: request, in: header).reversed() {
      guard let address = Self.address(hop) else { break }
      client = .address(address)
      if !isTrusted(address) { break }
    }
    return client
  }

  /// The country that a trusted proxy reports for the client; nil if it reports none, or the header is repeated.
  func country(of request: HTTPRequest) -> String? {
    guard let countryHeader, trusts(request.peer.flatMap(Envelope.address)) else { return nil }
    return request[countryHeader.lowercased()].flatMap { Envelope.country($0.trimmed) }
  }

  /// The proxy that a request apparently came through, if it is not trusted.
  func untrustedProxy(of request: HTTPRequest) -> UntrustedProxy? {
    let peer = request.peer.flatMap(Envelope.address)
    guard !trusts(peer) else { return nil }
    let headers = [header] + Self.headersOfProxies
    // API Gateway reports its own peer in a header too, and is not such a proxy.
    let found = headers.first { name in
      request.headers[name.lowercased()] != nil
        && (peer == nil || hops(of: request, in: name).isEmpty
          || hops(of: request, in: name).contains { Self.address($0) != peer })
    }
    return found.map { UntrustedProxy(address: peer, header: $0) }
  }

  private static let headersOfProxies = [
    "X-Forwarded-For", "Forwarded", "X-Real-IP", "CF-Connecting-IP", "True-Client-IP",
  ]

  /// Whether a connection from that address belongs to a trusted proxy. A runner without addresses is behind a gateway,
  /// which is trusted as soon as any proxy is.
  func trusts(_ peer: String?) -> Bool { !networks.isEmpty && peer.map(isTrusted) ?? true }

  private func isTrusted(_ address: String) -> Bool { networks.contains { $0.contains(address) } }

  /// The values of a header, from the client to the last proxy; empty for a repeated header.
  private func hops(of request: HTTPRequest, in header: String) -> [String] {
    let name = header.lowercased()
    let hops = request[name]?.split(separator: ",") ?? []
    // The `for` of each hop (RFC 7239, section 4).
    if name == "forwarded" { return hops.map { HeaderValue(parameters: $0)["for"] ?? "unknown" } }
    return hops.map { String($0).trimmed }
  }

  /// The address of a hop, which may have a port. An IPv6 address may be in brackets.
  private static func address(_ hop: String) -> String? {
    if hop.hasPrefix("[") { return Envelope.address(String(hop.dropFirst().prefix { $0 != "]" })) }
    let isWithPort = hop.contains(".") && hop.utf8.filter { $0 == UInt8(ascii: ":") }.count == 1
    return Envelope.address(isWithPort ? String(hop.prefix { $0 != ":" }) : hop)
  }
}

/// A network in CIDR notation (RFC 4632), or one address. IPv4 is mapped to IPv6 (RFC 4291, section 2.5.5.2).
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
