// SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation

/// JSON as the server writes and reads it. Timestamps are texts of RFC 3339.
enum WireFormat {
  static func encode(_ value: some Encodable) throws -> Data { try encoder.encode(value) }

  static func decode<Value: Decodable>(_ type: Value.Type = Value.self, from data: Data) throws -> Value {
    try decoder.decode(type, from: data)
  }

  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(Timestamp(date).rfc3339)
    }
    return encoder
  }()

  private static let decoder = {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      guard let timestamp = Timestamp(rfc3339: try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "should be a timestamp of RFC 3339")
      }
      return Date(timeIntervalSince1970: Double(timestamp.milliseconds) / 1000)
    }
    return decoder
  }()
}

extension Timestamp {
  init(_ date: Date) { self.init(milliseconds: Int((date.timeIntervalSince1970 * 1000).rounded())) }
}
