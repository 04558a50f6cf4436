// SPDX-License-Identifier: Apache-2.0

import Domain

/// The members of an event's data. The data is validated against the schema, so a missing member or a wrong type
/// is a bug.
package struct Fields {
  private let json: JSON

  package init(_ json: JSON) { self.json = json }

  /// The data as a whole.
  package var all: JSON { json }

  package func text(_ name: String) throws(Problem) -> String { try found(json[name]?.string, name) }
  package func optionalText(_ name: String) -> String? { json[name]?.string }
  package func optionalInteger(_ name: String) -> Int? { json[name]?.integer }
  func flag(_ name: String) -> Bool { json[name]?.bool ?? false }
  package func json(_ name: String) -> JSON? { json[name] }
  /// The member, which may be null; nil if it is absent.
  func given(_ name: String) -> JSON? { json.members?[name] }
  /// Whether the member exists. It may be null.
  package func has(_ name: String) -> Bool { json.members?[name] != nil }
  func fields(_ name: String) throws(Problem) -> Fields { Fields(try found(json[name], name)) }
  func optionalFields(_ name: String) -> Fields? { json[name].map(Fields.init) }
  func optionalTimestamp(_ name: String) -> Timestamp? { json[name]?.string.flatMap(Timestamp.init(rfc3339:)) }

  func email(_ name: String) throws(Problem) -> EmailAddress { try found(EmailAddress(try text(name)), name) }
  package func optionalEmail(_ name: String) -> EmailAddress? { optionalText(name).flatMap(EmailAddress.init) }

  private func found<Value>(_ value: Value?, _ name: String) throws(Problem) -> Value {
    guard let value else { throw .bug("the schema accepted an event whose \(name) is missing or has another type") }
    return value
  }
}

extension Fields {
  /// The device of an event.
  package func optionalDevice(_ name: String) throws(Problem) -> Device? {
    guard let device = optionalFields(name) else { return nil }
    return Device(
      id: try device.text("id"), platform: device.optionalText("platform"), name: device.optionalText("name"),
      pushService: device.optionalText("pushService").flatMap(PushService.init),
      pushToken: device.optionalText("pushToken"))
  }
}
