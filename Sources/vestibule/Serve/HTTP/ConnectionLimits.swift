// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// What one client may use.
enum ConnectionLimits {
  /// More than the maximum size of an event, so that the function refuses a larger one.
  static let body = 8 << 20
  /// The bytes of the bodies of all requests that are being read or answered.
  static let bodies = 256 << 20
  /// More than the attributes of an event may have, also when they are percent-encoded.
  static let header = 64 << 10
  static let headerFields = 128

  /// From the connection to the end of the first header.
  static let firstHeaderTime = TimeAmount.seconds(15)
  /// From an answer to the end of the next header.
  static let idleTime = TimeAmount.seconds(60)
  /// From the end of the header to that of the body.
  static let bodyTime = TimeAmount.seconds(60)
  /// From SIGTERM to the end of a body. Nothing listens meanwhile, so a slow client must not hold up a restart.
  static let lastBodyTime = TimeAmount.seconds(2)
  /// From the answer to its last byte.
  static let answerTime = TimeAmount.seconds(60)
  /// In which a client may read the answer to a request that it has not sent completely.
  static let lingerTime = TimeAmount.seconds(2)

  static var ofDecoder: NIOHTTPDecoderLimitConfiguration {
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderFieldSize = header
    limits.maxHeaderListSize = header
    limits.maxHeaderFieldCount = headerFields
    return limits
  }
}
