// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// A request to a function, and its response.
struct HTTPExchange<F: Function> {
  let request: HTTPRequest
  private let service: Service<F>
  let endpoint: HTTPEndpoint?
  /// The reason why the endpoint could not be determined.
  private let failure: Problem?

  init(_ request: HTTPRequest, _ service: Service<F>) {
    self.request = request
    self.service = service
    do throws(Problem) {
      endpoint = try HTTPEndpoint(F.name, service.entry, service.settings, policy: service.policy)
      failure = nil
    } catch {
      endpoint = nil
      failure = error
    }
  }

  /// The source of the event.
  /// - Parameter attributes: the runner's attributes. Those of the request take precedence.
  func source(attributes: JSON = [:], deadline: @escaping () throws(Problem) -> Deadline) -> EventSource {
    var body = Result<[UInt8], Problem>.success([])
    // The body is always read, also if the policy is invalid: a server may lose the answer if the body is not read.
    let readingBody = { () throws(Problem) in
      let deadline = try deadline()
      body = Result { () throws(Problem) in try request.body(deadline) }
      return deadline
    }
    return EventSource(acceptLanguage: request["accept-language"], deadline: readingBody) { _ throws(Problem) in
      if let failure { throw failure }
      guard let endpoint, !isForUnknownPath, endpoint.isAt(request.path) else {
        throw Problem(.notFound, "there is no function with a public route at this path")
      }
      guard endpoint.methods.contains(method) else {
        throw Problem(.methodNotAllowed, "the method should be one of \(endpoint.allowedMethods)")
      }
      let data = try data(endpoint, try body.get())
      let proxies = try TrustedProxies(service.settings)
      let client = proxies.client(of: request)
      var envelope = try Envelope(
        data: data, attributes: attributes.merging(self.attributes(endpoint, client, proxies.country(of: request))))
      envelope.gatewayHidesClient = client == .behindGateway
      envelope.untrustedProxy = proxies.untrustedProxy(of: request)
      return envelope
    }
  }

  /// HEAD is answered like GET.
  private var method: String { request.method == "HEAD" ? "GET" : request.method }
}

// MARK: The event

extension HTTPExchange {
  private func attributes(_ endpoint: HTTPEndpoint, _ client: TrustedProxies.Peer, _ country: String?) -> JSON {
    var address: String?
    if case .address(let text) = client { address = text }
    let key = method == "POST" && !endpoint.isWebhook ? request["idempotency-key"] : nil
    return .object([
      "id": key.map(JSON.string), "source": key == nil ? nil : "urn:vestibule:http",
      "authorization": endpoint.isWebhook ? nil : request["authorization"].map(JSON.string),
      "traceparent": bounded("traceparent", 256), "clientip": address.map(JSON.string),
      "clientcountry": country.map(JSON.string), "useragent": bounded("user-agent", 512),
      "acceptlanguage": bounded("accept-language", 256), "botToken": request["x-bot-token"].map(JSON.string),
      "httpmethod": .string(method),
    ]).merging(endpoint.isPage ? browserAttributes : [:])
  }

  /// The headers that pages read.
  private var browserAttributes: JSON {
    .object([
      "cookie": bounded("cookie", 16384), "origin": bounded("origin", 512), "fetchsite": bounded("sec-fetch-site", 32),
      "uamobile": bounded("sec-ch-ua-mobile", 8), "uaplatform": bounded("sec-ch-ua-platform", 64),
    ])
  }

  /// A header, shortened to the limit of its attribute, so that a long User-Agent does not cause a refusal.
  private func bounded(_ name: String, _ limit: Int) -> JSON? {
    request[name].map { text in
      var view = String.UnicodeScalarView()
      view.append(contentsOf: text.unicodeScalars.lazy.filter { !$0.isControl }.prefix(limit))
      return .string(String(view))
    }
  }

  private func data(_ endpoint: HTTPEndpoint, _ body: [UInt8]) throws(Problem) -> JSON {
    if let whole = endpoint.wholeRequest { return try wholeRequest(endpoint, whole.given, body) }
    let schema = service.entry["event"] ?? [:]
    let query = { () throws(Problem) -> JSON.Members in
      let known = FormFields.properties(of: schema)
      let fields = try FormFields(urlencoded: request.query.utf8) { known[$0] != nil }
      return try fields.data(for: schema)
    }
    if method == "GET" { return .object(try query()) }
    if endpoint.isWebhook, !endpoint.isSignedJSON { return webhook(body) }
    if body.isEmpty { return .object(try query()) }
    guard ["identity", nil].contains(request["content-encoding"]?.lowercased()) else { throw Self.unsupported }
    let type = HeaderValue(request["content-type"] ?? "")
    guard type.isUTF8 else { throw Self.unsupported }
    if type.isJSON || endpoint.isSignedJSON {
      let data = try JSON(event: body)
      guard data.members != nil else { throw .invalid("", .eventInvalid, "should be an object") }
      return data
    }
    let form = try form(body, type)
    return .object(try query()).merging(.object(try form.data(for: schema)))
  }

  /// The request as an event: of a function that answers several paths.
  private func wholeRequest(
    _ endpoint: HTTPEndpoint, _ names: [String], _ body: [UInt8]
  ) throws(Problem) -> JSON {
    let query = try FormFields(urlencoded: request.query.utf8).pairs
    var content: JSON?
    var unreadable: JSON?
    if !body.isEmpty {
      let type = HeaderValue(request["content-type"] ?? "application/json")
      guard ["identity", nil].contains(request["content-encoding"]?.lowercased()), type.isUTF8 else {
        throw Self.unsupported
      }
      do throws(Problem) {
        content = type.isJSON ? try JSON(event: body) : .object(JSON.Members(try form(body, type).texts))
        if content?.members == nil { throw Problem(.eventNotJSON, "the body is not an object") }
      } catch {
        // The function answers in its own form.
        (content, unreadable) = (nil, .string(error.detail))
      }
    }
    let headers = names.compactMap { name in request[name].map { (name: name, value: JSON.string($0)) } }
    return .object([
      "method": .string(method), "path": JSON(endpoint.subpath(of: request.path) ?? ""),
      "query": .object(JSON.Members(query.map { ($0.name, .string($0.value)) })),
      "headers": .object(JSON.Members(headers)), "body": content, "unreadable": unreadable,
    ])
  }

  private func form(_ body: [UInt8], _ type: HeaderValue) throws(Problem) -> FormFields {
    switch type.name {
    case "application/x-www-form-urlencoded": return try FormFields(urlencoded: body)
    case "multipart/form-data": return try FormFields(multipart: body, boundary: type["boundary"] ?? "")
    default: throw Self.unsupported
    }
  }

  private static var unsupported: Problem {
    Problem(.unsupportedMediaType, "the body should be JSON or a form, in UTF-8 and not compressed")
  }

  /// The headers and the unchanged body, because the signature covers the bytes.
  private func webhook(_ body: [UInt8]) -> JSON {
    let headers = JSON.Members(request.headers.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
    let text = String(validating: body, as: UTF8.self)
    return .object([
      "headers": .object(headers), "body": .string(text ?? body.base64Text),
      "isBase64Encoded": text == nil ? true : nil,
    ])
  }
}

// MARK: The response

extension HTTPExchange {
  /// The answer to OPTIONS, which does not execute the function; nil for other methods, or if there is no such route.
  var preflight: HTTPResponse? {
    guard request.method == "OPTIONS", let endpoint, !isForUnknownPath, endpoint.isAt(request.path),
      (try? service.policy()) != nil
    else { return nil }
    var response = HTTPResponse(status: 204, headers: [("Allow", endpoint.allowedMethods)] + commonHeaders, body: [])
    if request["access-control-request-method"] != nil, !corsHeaders.isEmpty {
      response.headers += [
        ("Access-Control-Allow-Methods", endpoint.allowedMethods),
        ("Access-Control-Allow-Headers", allowedHeaders),
        ("Access-Control-Max-Age", "600"),
      ]
    }
    return response
  }

  private var allowedHeaders: String {
    let own = ["Authorization", "Content-Type", "Idempotency-Key", "Traceparent", "X-Bot-Token"]
    return (endpoint?.wholeRequest?.allowed ?? own).joined(separator: ", ")
  }

  func response(to outcome: EventOutcome, language: LanguageTag) -> HTTPResponse {
    let status = outcome.answer.status
    let unknown = unknownPathAnswer(outcome.error)
    var page = unknown == nil ? outcome.answer.page : nil
    if endpoint?.wholeRequest != nil, page == nil, !isForUnknownPath { return whole(outcome.answer) }
    let isForPerson = !isForUnknownPath && !outcome.answer.isReadByProgram && endpoint?.isPage == true
    if page == nil, isForPerson, let error = outcome.error {
      page = HTMLPage(status: status, message: error.userMessage, language: language.text)
    }
    var response = HTTPResponse(
      status: page.map { $0.location == nil ? $0.status : 303 } ?? status, headers: commonHeaders + headers(of: page),
      body: page.map { Array(($0.download?.text ?? $0.html).utf8) } ?? (unknown ?? outcome.answer.json).line + [0x0A])
    if isForUnknownPath { response.headers.append(("Vary", "Accept")) }
    if let error = outcome.error { response.headers += headers(of: error, response.status) }
    let lifetime = outcome.error == nil ? endpoint?.cacheSeconds : nil
    response.headers.append(("Cache-Control", lifetime.map { "public, max-age=\($0)" } ?? "no-store"))
    if request.method == "HEAD" { response.body = [] }
    return response
  }

  /// The response that a function with several paths has made.
  private func whole(_ answer: PlatformResponse) -> HTTPResponse {
    let body = answer.json["body"].map { $0.line + [0x0A] } ?? []
    let own = (answer.json["headers"]?.members?.pairs ?? []).compactMap { name, value in value.string.map { (name, $0) }
    }
    let isCached = own.contains { $0.0 == "Cache-Control" }
    var response = HTTPResponse(
      status: answer.status,
      headers: commonHeaders + own + (body.isEmpty ? [] : [("Content-Type", "application/json; charset=utf-8")])
        + (isCached ? [] : [("Cache-Control", "no-store")]), body: body)
    if request.method == "HEAD" { response.body = [] }
    return response
  }

  private func headers(of page: HTMLPage?) -> [(name: String, value: String)] {
    guard let page else { return [("Content-Type", "application/json; charset=utf-8")] }
    let file = page.download.map { ("Content-Disposition", "attachment; filename=\"\($0.name.plainLine)\"") }
    return [
      ("Content-Type", "\(page.download?.type.plainLine ?? "text/html"); charset=utf-8"),
      // For scanners and browsers that do not know frame-ancestors.
      ("X-Frame-Options", "DENY"),
      ("Content-Security-Policy", page.sentPolicy),
      ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
      ("Vary", "Accept-Language, Cookie, Sec-CH-UA-Mobile, Sec-CH-UA-Platform, User-Agent"),
    ] + (page.retryAfter.map { [("Retry-After", String($0))] } ?? [])
      + (file.map { [$0] } ?? []) + (page.location.map { [("Location", $0.plainURL)] } ?? [])
      + page.cookies.map { ("Set-Cookie", $0.plainLine) }
      + (page.clearsCache ? [("Clear-Site-Data", "\"cache\"")] : [])
  }

  private func headers(of error: ErrorResult, _ status: Int) -> [(name: String, value: String)] {
    var headers: [(name: String, value: String)] = []
    // Some senders of webhooks retry only if the answer has Retry-After.
    let wait = error.retryAfter ?? (status == 503 ? 1 : nil)
    if let wait { headers.append(("Retry-After", String(wait))) }
    if status == 401 { headers.append(("WWW-Authenticate", challenge(error.code))) }
    if status == 405, let endpoint { headers.append(("Allow", endpoint.allowedMethods)) }
    return headers
  }

  /// RFC 6750, section 3: the error is named only if the request had a token.
  private func challenge(_ code: ErrorCode) -> String {
    let ofTokens: [ErrorCode] = [.unauthenticated, .tokenExpired, .sessionExpired, .sessionRevoked]
    let isOfToken = request["authorization"] != nil && ofTokens.contains(code)
    return isOfToken ? "Bearer error=\"invalid_token\"" : "Bearer"
  }

  private var commonHeaders: [(name: String, value: String)] {
    var headers = [("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer")]
    if !request.isPlainOnLoopback { headers.append(("Strict-Transport-Security", "max-age=31536000")) }
    return headers + corsHeaders
  }

  /// The Fetch standard, "CORS protocol". Credentials are not allowed: the cookies of pages are for this host's own
  /// pages.
  private var corsHeaders: [(name: String, value: String)] {
    guard let origins = try? service.policy().corsOrigins, !origins.isEmpty else { return [] }
    let vary = [(name: "Vary", value: "Origin")]
    guard let origin = request["origin"], let allowed = origins.first(where: { $0 == "*" || $0 == origin }) else {
      return vary
    }
    return vary + [
      ("Access-Control-Allow-Origin", allowed),
      (
        "Access-Control-Expose-Headers",
        (["Retry-After", "WWW-Authenticate"] + (endpoint?.wholeRequest?.exposed ?? [])).joined(separator: ", ")
      ),
    ]
  }
}
