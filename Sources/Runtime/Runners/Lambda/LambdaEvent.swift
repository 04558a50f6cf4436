// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// The payloads of Lambda, distinguished by their members (docs.aws.amazon.com/lambda, "Invoking Lambda with events
/// from other AWS services").
enum LambdaEvent {
  /// A request from API Gateway, a function URL or a load balancer.
  case request(Gateway, HTTPRequest)
  /// A request in an unsupported format, such as that of web sockets.
  case otherRequest
  /// Messages from SQS.
  case messages([JSON])
  /// Events of Amazon SES, from SNS or EventBridge.
  case mailEvents([MailEventRecord])
  /// Records of another service, such as S3.
  case otherRecords
  /// An event from EventBridge or EventBridge Scheduler.
  case scheduled(JSON)
  /// An event of Vestibule.
  case own

  /// - Parameter receivesMailEvents: whether SNS and EventBridge invoke the function with events of Amazon SES.
  init(_ json: JSON, receivesMailEvents: Bool) {
    if let gateway = Gateway(json) {
      self = .request(gateway, gateway.request(json))
    } else if json["requestContext"] != nil {
      self = .otherRequest
    } else if let records = json["Records"]?.array {
      let mailEvents = receivesMailEvents ? records.compactMap(MailEventRecord.init(notification:)) : []
      if !records.isEmpty, mailEvents.count == records.count {
        self = .mailEvents(mailEvents)
      } else {
        self = records.allSatisfy { $0["eventSource"] == "aws:sqs" } ? .messages(records) : .otherRecords
      }
    } else if json["detail-type"] != nil, json["source"] != nil {
      let record = receivesMailEvents ? MailEventRecord(scheduled: json) : nil
      self = record.map { .mailEvents([$0]) } ?? .scheduled(json)
    } else {
      self = .own
    }
  }
}

/// An event of Amazon SES that another service of Amazon passes to the function. It needs no signature, because a
/// service that may invoke the function vouches for it.
struct MailEventRecord {
  let id: JSON?
  /// The topic, or the bus.
  let source: JSON?
  /// Nil for an event that did not go through a topic.
  let topic: String?
  /// The notification of SNS, which may be made of the event.
  private let notification: JSON

  /// Nil for a record of another service than SNS.
  init?(notification record: JSON) {
    guard record["EventSource"] == "aws:sns", let notification = record["Sns"], notification["TopicArn"] != nil else {
      return nil
    }
    (id, source, topic) = (notification["MessageId"], notification["TopicArn"], notification["TopicArn"]?.string)
    self.notification = notification.merging(["Type": "Notification"])
  }

  /// Nil for an event of another service than SES.
  init?(scheduled json: JSON) {
    guard json["source"] == "aws.ses", let detail = json["detail"], detail["mail"] != nil else { return nil }
    (id, source, topic) = (json["id"], "aws.ses", nil)
    notification = ["Type": "Notification", "TopicArn": "", "Message": .string(detail.text)]
  }

  func envelope(_ attributes: JSON) throws(Problem) -> Envelope {
    let own: JSON = .object(["id": id, "source": source])
    var envelope = try Envelope(
      data: ["headers": [:], "body": .string(notification.text)], attributes: attributes.merging(own))
    envelope.isAuthenticatedByPlatform = true
    return envelope
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
    try self.init(try JSON(event: Array((json["body"]?.string ?? "").utf8)), attributes: attributes.merging(own))
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
