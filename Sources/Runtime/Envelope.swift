// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc

/// An event: its data, and the attributes of its envelope.
struct Envelope {
  let data: JSON
  let id: String?
  let source: String?
  let authorization: String?
  let traceparent: String?
  let clientAddress: String?
  let clientCountry: String?
  /// Whether it came through a gateway that does not report its clients. Only a runner sets this, never an envelope.
  var gatewayHidesClient = false
  /// Whether the platform that runs the function has authenticated the sender. Only a runner sets this.
  var isAuthenticatedByPlatform = false
  /// The proxy that the event came through, if it is not in `TRUSTED_PROXIES`.
  var untrustedProxy: UntrustedProxy?
  let userAgent: String?
  let acceptLanguage: String?
  /// The token of the policy's `botCheck`.
  let botToken: String?
  /// The method, if the event was an HTTP request.
  let httpMethod: String?
  /// What pages need of a browser's request.
  let browser: BrowserHeaders

  /// - Throws: `event/not-json`, or `event/invalid` for an invalid attribute.
  init(_ bytes: [UInt8]) throws(Problem) { try self.init(try JSON(event: bytes)) }

  /// - Parameter attributes: the runner's attributes. Those of the envelope take precedence.
  init(_ json: JSON, attributes: JSON = [:]) throws(Problem) {
    guard json.members != nil else { throw .invalid("", .eventInvalid, "should be an object") }
    guard let data = json["data"], data.members != nil else {
      try self.init(data: json, attributes: attributes)
      return
    }
    // Only known members: a sender could add any number.
    let own = JSON.Members((json.members?.pairs ?? []).filter { Self.used.contains($0.name) })
    try self.init(data: data, attributes: attributes.merging(.object(own)), others: json)
  }

  /// - Parameter others: an envelope with further attributes, which are only validated.
  init(data: JSON, attributes: JSON, others: JSON = [:]) throws(Problem) {
    try Self.check(attributes, others)
    func text(_ name: String) -> String? { attributes[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }
    self.data = data
    id = text("id")
    source = text("source")
    authorization = text("authorization")
    // W3C Trace Context, section 3.2.2: an invalid one is ignored.
    traceparent = text("traceparent").flatMap { Self.isTraceparent($0) ? $0 : nil }
    clientAddress = text("clientip").flatMap(Self.address)
    clientCountry = text("clientcountry").flatMap(Self.country)
    userAgent = text("useragent")
    acceptLanguage = text("acceptlanguage")
    httpMethod = text("httpmethod")
    browser = BrowserHeaders(
      cookie: text("cookie"), origin: text("origin"), fetchSite: text("fetchsite"), isMobile: text("uamobile"),
      platform: text("uaplatform"))
    botToken = text("botToken") ?? text("bottoken")
  }

  private static let texts = [
    ("id", 256), ("source", 512), ("authorization", 8192), ("traceparent", 256), ("clientip", 45), ("clientcountry", 2),
    ("useragent", 512), ("acceptlanguage", 256), ("httpmethod", 16),
    ("cookie", 16384), ("origin", 512), ("fetchsite", 32), ("uamobile", 8), ("uaplatform", 64),
    // The second spelling is a valid name of a CloudEvents attribute.
    ("botToken", 8192), ("bottoken", 8192),
  ]

  private static let used = Set(
    texts.map(\.0) + ["specversion", "type", "datacontenttype", "time", "subject", "dataschema"])

  private static func check(_ json: JSON, _ others: JSON) throws(Problem) {
    var fields: [Problem.Field] = []
    func bad(_ name: String, _ detail: String) { fields.append(Problem.Field(pointer: "/\(name)", detail: detail)) }
    for (name, limit) in texts {
      guard let value = json[name] else { continue }
      let isValid = value.string.map {
        $0.unicodeScalars.count <= limit && !$0.unicodeScalars.contains(where: \.isControl)
      }
      if isValid != true { bad(name, "should be a text of \(limit) characters or fewer, without control characters") }
    }
    if let text = json["clientip"]?.string, !text.isEmpty, address(text) == nil {
      bad("clientip", "is not an IP address")
    }
    if let text = json["clientcountry"]?.string, !text.isEmpty, !isCountry(text) {
      bad("clientcountry", "should be two letters (ISO 3166-1)")
    }
    if json["specversion"] != nil { checkCloudEvent(json, others, bad) }
    guard fields.isEmpty else { throw .invalid(Array(fields.prefix(50))) }
  }

  /// CloudEvents 1.0, section 3 and the JSON format.
  private static func checkCloudEvent(_ json: JSON, _ others: JSON, _ bad: (String, String) -> Void) {
    if json["specversion"] != "1.0" { bad("specversion", "should be 1.0") }
    for name in ["id", "source", "type"] where (json[name]?.string ?? "").isEmpty {
      bad(name, "should be a text that is not empty, because the event has a specversion")
    }
    if let type = json["datacontenttype"]?.string?.lowercased(), !isJSON(mediaType: type) {
      bad("datacontenttype", "should be JSON")
    }
    if let time = json["time"], Timestamp(rfc3339: time.string ?? "") == nil { bad("time", "should be RFC 3339") }
    for name in ["subject", "dataschema", "datacontenttype"]
    where json[name] != nil && (json[name]?.string ?? "").isEmpty {
      bad(name, "should be a text that is not empty")
    }
    for name in ["source", "dataschema"] {
      guard let text = json[name]?.string else { continue }
      let reference = URIReference(text)
      if reference == nil { bad(name, "is not a URI reference") }
      if name == "dataschema", let reference, reference.scheme == nil { bad(name, "should be a URI with a scheme") }
    }
    for (name, value) in others.members?.pairs ?? [] where !["data", "botToken"].contains(name) {
      if !name.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }) || name.isEmpty {
        bad(name, "is not an attribute name, which has only lower-case letters and digits")
      }
      switch value {
      case .array, .object: bad(name, "an attribute should be a text, a number or a boolean")
      case .number(let digits) where Int32(digits) == nil: bad(name, "a number should be an integer of 32 bits")
      // CloudEvents 1.0, section 3.2: the type String.
      case .string(let text)
      where !text.unicodeScalars.allSatisfy({ !$0.isControl && !$0.properties.isNoncharacterCodePoint }):
        bad(name, "should have no control characters and no noncharacters")
      default: break
      }
    }
  }

  private static func isJSON(mediaType: String) -> Bool {
    let type = mediaType.prefix { $0 != ";" }.trimmingSuffix(while: \.isWhitespace)
    return type == "application/json" || type == "text/json" || type.hasSuffix("+json")
  }

  /// W3C Trace Context, section 3.2: version, trace id, parent id and flags in lower-case hexadecimal.
  private static func isTraceparent(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isHex = { (part: Substring) in part.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) } }
    return parts.map(\.utf8.count) == [2, 32, 16, 2] && parts.allSatisfy(isHex) && parts[0] != "ff"
      && parts[1].contains { $0 != "0" } && parts[2].contains { $0 != "0" }
  }

  /// The canonical text of an address (RFC 5952), because limits are counted by it. An IPv4 address that is mapped to
  /// IPv6 becomes IPv4.
  static func address(_ text: String) -> String? {
    var storage = in6_addr()
    if inet_pton(AF_INET, text, &storage) == 1 { return text }
    guard inet_pton(AF_INET6, text, &storage) == 1 else { return nil }
    var spelled = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(AF_INET6, &storage, &spelled, socklen_t(spelled.count)) != nil else { return nil }
    let address = String(decoding: spelled.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let mapped = "::ffff:"
    return address.hasPrefix(mapped) && address.contains(".") ? String(address.dropFirst(mapped.count)) : address
  }

  /// The country of a code of two letters (ISO 3166-1); nil for `XX`, an unknown country, and for other texts.
  static func country(_ text: String) -> String? {
    let code = text.uppercased()
    return isCountry(code) && code != "XX" ? code : nil
  }

  private static func isCountry(_ text: String) -> Bool {
    text.utf8.count == 2 && text.utf8.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) && $0 < 0x80 }
  }

  var traceID: String? { traceparent.map { String($0.split(separator: "-")[1]) } }

  /// The token of `Bearer` (RFC 6750); nil if there is none, or another scheme.
  var bearerToken: String? {
    // Bytes, because splitting by characters takes 300 instructions for each character.
    guard let parts = authorization?.utf8.split(separator: UInt8(ascii: " ")).map(Substring.init), parts.count == 2,
      parts[0].lowercased() == "bearer"
    else { return nil }
    return String(parts[1])
  }
}

extension JSON {
  /// - Throws: `event/not-json`.
  init(event bytes: [UInt8]) throws(Problem) {
    do { self = try JSON(parsing: bytes) } catch {
      throw Problem(.eventNotJSON, "\(error.reason), at byte \(error.offset)")
    }
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while isDropped: (Character) -> Bool) -> Substring {
    var rest = self
    while let last = rest.last, isDropped(last) { rest.removeLast() }
    return rest
  }
}
