// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// A request that a gateway passes to Lambda, and the form of the response that it expects (docs.aws.amazon.com:
/// "Lambda proxy integrations", "Using Lambda functions as targets of Application Load Balancers").
enum Gateway {
  /// A function URL, or API Gateway with payload format 2.0.
  case version2
  /// API Gateway with payload format 1.0, such as every REST API.
  case version1
  /// An Application Load Balancer, perhaps with the headers of its target group as lists.
  case loadBalancer(hasLists: Bool)

  /// Nil if the event is not a request, or in an unknown format.
  init?(_ json: JSON) {
    guard let context = json["requestContext"] else { return nil }
    if json["version"] == "2.0", context["http"] != nil {
      self = .version2
    } else if json["httpMethod"]?.string == nil {
      return nil
    } else if context["elb"] != nil {
      self = .loadBalancer(hasLists: json["multiValueHeaders"]?.members != nil)
    } else {
      self = .version1
    }
  }

  func request(_ json: JSON) -> HTTPRequest {
    var headers = headers(json)
    let context = json["requestContext"] ?? [:]
    var peer: String?
    var isSecure = true
    switch self {
    case .version2:
      peer = context["http"]?["sourceIp"]?.string
      // Cookies are in a member of their own.
      let cookies = (json["cookies"]?.array ?? []).compactMap(\.string)
      if !cookies.isEmpty { headers["cookie"] = cookies.joined(separator: "; ") }
    case .version1: peer = context["identity"]?["sourceIp"]?.string
    case .loadBalancer:
      isSecure = headers["x-forwarded-proto"] == "https"
      // The balancer names its own client last, and no other member does.
      var addresses = (headers["x-forwarded-for"] ?? "").split(separator: ",").map { String($0).trimmed }
      peer = addresses.popLast()
      headers["x-forwarded-for"] = addresses.isEmpty ? nil : addresses.joined(separator: ", ")
    }
    return HTTPRequest(
      method: (json["httpMethod"] ?? context["http"]?["method"])?.string ?? "",
      path: (json["path"] ?? json["rawPath"])?.string ?? "", query: query(json), headers: headers, peer: peer,
      isSecure: isSecure
    ) { _ throws(Problem) in
      let text = json["body"]?.string ?? ""
      let body = json["isBase64Encoded"] == true ? bytes(base64: text) : Array(text.utf8)
      guard let body else { throw Problem(.eventInvalid, "the body is not base64") }
      guard body.count <= maximumEventSize else { throw .eventTooLarge }
      return body
    }
  }

  /// By name in lower case. A repeated header is empty, as in every runner, but cookies are joined.
  private func headers(_ json: JSON) -> [String: String] {
    let single = (json["headers"]?.members?.pairs ?? []).map { ($0.name.lowercased(), [$0.value.string ?? ""]) }
    let lists = (json["multiValueHeaders"]?.members?.pairs ?? []).map { pair in
      (pair.name.lowercased(), (pair.value.array ?? []).compactMap(\.string))
    }
    let known = Dictionary(lists.isEmpty ? single : lists, uniquingKeysWith: +)
    return Dictionary(
      uniqueKeysWithValues: known.map { name, values in
        (name, values.count == 1 ? values[0] : name == "cookie" ? values.joined(separator: "; ") : "")
      })
  }

  /// API Gateway decodes the parameters, and a load balancer does not.
  private func query(_ json: JSON) -> String {
    if case .version2 = self { return json["rawQueryString"]?.string ?? "" }
    var isEncoded = false
    if case .loadBalancer = self { isEncoded = true }
    let lists = (json["multiValueQueryStringParameters"]?.members?.pairs ?? []).flatMap { pair in
      (pair.value.array ?? []).compactMap { value in value.string.map { (pair.name, $0) } }
    }
    let single = (json["queryStringParameters"]?.members?.pairs ?? []).map { ($0.name, $0.value.string ?? "") }
    return (lists.isEmpty ? single : lists).map { name, value in
      isEncoded ? "\(name)=\(value)" : "\(name.percentEncoded)=\(value.percentEncoded)"
    }.joined(separator: "&")
  }

  /// Headers with one value for each name (RFC 9110, section 5.3), because an object has each name once.
  private static func joined(_ headers: [(name: String, value: String)]) -> [(name: String, value: String)] {
    var joined: [(name: String, value: String)] = []
    for header in headers {
      if let known = joined.firstIndex(where: { $0.name == header.name }) {
        joined[known].value += ", " + header.value
      } else {
        joined.append(header)
      }
    }
    return joined
  }

  func json(_ response: HTTPResponse) -> JSON {
    let cookies = response.headers.filter { $0.name == "Set-Cookie" }.map(\.value)
    var headers = Self.joined(response.headers.filter { $0.name != "Set-Cookie" }).map {
      ($0.name, JSON.string($0.value))
    }
    var lists: JSON?
    switch self {
    case .version2: break
    case .version1: lists = cookies.isEmpty ? nil : ["Set-Cookie": JSON(cookies)]
    case .loadBalancer(hasLists: true):
      let all = headers.map { ($0.0, JSON.array([$0.1])) } + (cookies.isEmpty ? [] : [("Set-Cookie", JSON(cookies))])
      (lists, headers) = (.object(JSON.Members(all)), [])
    case .loadBalancer:
      // One value for each name: names of headers are compared without case.
      headers += zip(["Set-Cookie", "set-cookie", "SET-COOKIE"], cookies).map { ($0, .string($1)) }
    }
    var isVersion2 = false
    if case .version2 = self { isVersion2 = true }
    return .object([
      "statusCode": JSON(response.status),
      "headers": lists != nil && headers.isEmpty ? nil : .object(JSON.Members(headers)),
      "multiValueHeaders": lists, "cookies": isVersion2 && !cookies.isEmpty ? JSON(cookies) : nil,
      "body": .string(String(decoding: response.body, as: UTF8.self)), "isBase64Encoded": false,
    ])
  }
}
