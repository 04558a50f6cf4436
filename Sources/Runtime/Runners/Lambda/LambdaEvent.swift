// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// The payloads of Lambda, distinguished by their members (docs.aws.amazon.com/lambda, "Invoking Lambda with events
/// from other AWS services").
enum LambdaEvent {
  /// A request from API Gateway, payload format 2.0, or from a function URL.
  case request(HTTPRequest)
  /// A request in an unsupported format, such as payload format 1.0 or that of load balancers.
  case otherRequest
  /// Messages from SQS.
  case messages([JSON])
  /// Records of another service, such as SNS or S3.
  case otherRecords
  /// An event from EventBridge or EventBridge Scheduler.
  case scheduled(JSON)
  /// An event of Vestibule.
  case own

  init(_ json: JSON) {
    if json["version"] == "2.0", let http = json["requestContext"]?["http"] {
      self = .request(HTTPRequest(json, http))
    } else if json["requestContext"] != nil {
      self = .otherRequest
    } else if let records = json["Records"]?.array {
      self = records.allSatisfy { $0["eventSource"] == "aws:sqs" } ? .messages(records) : .otherRecords
    } else if json["detail-type"] != nil, json["source"] != nil {
      self = .scheduled(json)
    } else {
      self = .own
    }
  }
}

extension HTTPRequest {
  fileprivate init(_ json: JSON, _ http: JSON) {
    // Cookies are in a member of their own.
    let cookies = (json["cookies"]?.array ?? []).compactMap(\.string)
    let headers =
      (json["headers"]?.members?.pairs ?? []).map { ($0.name.lowercased(), $0.value.string ?? "") }
      + (cookies.isEmpty ? [] : [("cookie", cookies.joined(separator: "; "))])
    self.init(
      method: http["method"]?.string ?? "", path: json["rawPath"]?.string ?? "",
      query: json["rawQueryString"]?.string ?? "",
      headers: Dictionary(headers, uniquingKeysWith: { _, _ in "" }), peer: http["sourceIp"]?.string, isSecure: true
    ) { _ throws(Problem) in
      let text = json["body"]?.string ?? ""
      let body = json["isBase64Encoded"] == true ? bytes(base64: text) : Array(text.utf8)
      guard let body else { throw Problem(.eventInvalid, "the body is not base64") }
      guard body.count <= maximumEventSize else { throw .eventTooLarge }
      return body
    }
  }
}

extension HTTPResponse {
  /// The response for API Gateway.
  var lambda: JSON {
    let cookies = headers.filter { $0.name == "Set-Cookie" }.map(\.value)
    let others = JSON.Members(headers.filter { $0.name != "Set-Cookie" }.map { ($0.name, .string($0.value)) })
    return .object([
      "statusCode": JSON(status), "headers": .object(others), "cookies": cookies.isEmpty ? nil : JSON(cookies),
      "body": .string(String(decoding: body, as: UTF8.self)), "isBase64Encoded": false,
    ])
  }
}

extension Envelope {
  /// An event from EventBridge: its `detail` is the data. The scheduler writes `detail` as a text.
  init(scheduled json: JSON, attributes: JSON) throws(Problem) {
    var data = json["detail"] ?? [:]
    if let text = data.string { data = try JSON(event: Array(text.utf8)) }
    let own: JSON = .object(["id": json["id"], "source": json["source"]])
    try self.init(data: data, attributes: attributes.merging(own))
  }

  /// A message from SQS: its body is an event of Vestibule. It may be delivered twice, with the same id.
  init(message json: JSON, attributes: JSON) throws(Problem) {
    let own: JSON = .object([
      "id": json["messageId"], "source": json["eventSourceARN"],
      "traceparent": json["attributes"]?["AWSTraceHeader"]?.string.flatMap(traceparent(ofTraceHeader:)).map(
        JSON.string),
    ])
    try self.init(
      try JSON(event: Array((json["body"]?.string ?? "").utf8)), attributes: attributes.merging(own))
  }
}

/// The W3C trace context of X-Ray's `Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1`.
func traceparent(ofTraceHeader header: String) -> String? {
  let trace = HeaderValue(parameters: header)
  guard let root = trace["root"]?.split(separator: "-"), root.count == 3, let parent = trace["parent"] else {
    return nil
  }
  return "00-\(root[1])\(root[2])-\(parent)-0\(trace["sampled"] == "1" ? 1 : 0)"
}
