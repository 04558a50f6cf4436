// SPDX-License-Identifier: Apache-2.0

public import Foundation
import VestibuleRules

extension JSONDecoder {
  /// A decoder for what the server writes. Timestamps are texts of RFC 3339.
  public static func vestibule() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      guard let timestamp = Timestamp(rfc3339: text) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is not a timestamp (RFC 3339)")
      }
      return timestamp.date
    }
    return decoder
  }
}

extension JSONEncoder {
  /// An encoder for what the server reads. Timestamps are texts of RFC 3339, with milliseconds if they are not zero,
  /// and members are sorted.
  public static func vestibule() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(Timestamp(date).rfc3339)
    }
    return encoder
  }
}

extension JSON {
  /// A value as the server reads it, for the module `VestibuleRules`. Its members are sorted, because their order is
  /// that of the problems.
  init(encoding value: some Encodable) throws {
    self = try JSON(parsing: Array(try JSONEncoder.vestibule().encode(value)))
  }
}

extension Timestamp {
  init(_ date: Date) { self.init(milliseconds: Int((date.timeIntervalSince1970 * 1000).rounded())) }

  var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
