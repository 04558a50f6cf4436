import Domain
import Glibc

/// The proxies of `TRUSTED_PROXIES`, which say whom they ask for.
struct TrustedProxies {
  private let networks: [Network]

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
  }

  /// The address of the client: of whoever has connected, or, where that is a trusted proxy, of whoever it asks for.
  ///
  /// What the client has written itself stands on the left; each proxy adds on the right who had connected to it. So
  /// the one that counts is the rightmost that is no trusted proxy. A request whose `X-Forwarded-For` and `Forwarded`
  /// say different things has one of them from its client; as nobody knows which, the proxy's own address counts.
  /// - Returns: nil where it is not known.
  func client(of request: HTTPRequest) -> String? {
    let peer = request.peer.flatMap(Envelope.address)
    guard !networks.isEmpty, peer.map(isTrusted) ?? true else { return peer }
    let chains = [Self.forwardedFor(request["x-forwarded-for"]), Self.forwarded(request["forwarded"])].compactMap { $0 }
    let clients = chains.map { client(behind: peer, $0) }
    guard let client = clients.first, clients.allSatisfy({ $0 == client }) else { return peer }
    return client
  }

  private func client(behind peer: String?, _ hops: [String]) -> String? {
    var client = peer
    for hop in hops.reversed() {
      guard let address = Self.address(hop) else { break }
      client = address
      if !isTrusted(address) { break }
    }
    return client
  }

  private func isTrusted(_ address: String) -> Bool { networks.contains { $0.contains(address) } }

  private static func forwardedFor(_ value: String?) -> [String]? {
    value?.split(separator: ",").map { String($0).trimmed }
  }

  /// The `for` of each hop (RFC 7239, section 4).
  private static func forwarded(_ value: String?) -> [String]? {
    value?.split(separator: ",").map { HeaderValue(parameters: $0)["for"] ?? "unknown" }
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
