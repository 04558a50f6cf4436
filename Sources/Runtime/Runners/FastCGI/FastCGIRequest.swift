// SPDX-License-Identifier: Apache-2.0

import CFastCGI
import Domain
import Glibc

/// A request on a FastCGI connection, and its response (the FastCGI specification 1.0).
final class FastCGIRequest {
  private let connection: Int32
  private let request: UnsafeMutablePointer<FCGX_Request>
  private var isAnswered = false

  /// Reads the variables of the next request. Nil if the connection has ended; it is closed then.
  init?(on connection: Int32) {
    guard let request = cfastcgi_begin(connection) else { return nil }
    self.connection = connection
    self.request = request
  }

  deinit { cfastcgi_free(request) }

  /// The CGI variables of this request. Those of the process are not among them.
  var variables: Variables { Variables(cfastcgi_variables(request)) }

  /// The next bytes of the body; empty at its end. If they do not arrive by the deadline, the alarm ends the process.
  func readPiece(_ limit: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: min(limit, 65_536)) { buffer, filled in
      filled = buffer.withMemoryRebound(to: CChar.self) { characters in
        max(0, Int(cfastcgi_read(request, characters.baseAddress, Int32(characters.count))))
      }
    }
  }

  /// Writes the response. An interruption while it is written ends the process.
  /// - Parameter output: the header lines and the body, as for CGI.
  func respond(_ output: [UInt8]) {
    while !readPiece(.max).isEmpty {}
    Interruption.beginShutdown()
    isAnswered = write(bytes: records(of: output), to: connection)
  }

  /// Whether the web server keeps the connection for further requests.
  var keepsConnection: Bool {
    isAnswered && cfastcgi_is_complete(request) != 0 && cfastcgi_keeps_connection(request) != 0
  }

  /// The records of a response: the output, its end, and the end of the request.
  func records(of output: [UInt8]) -> [UInt8] {
    var records: [UInt8] = []
    records.reserveCapacity(output.count + 64)
    var rest = output[...]
    while !rest.isEmpty {
      appendRecord(.output, rest.prefix(Self.largestContent), to: &records)
      rest = rest.dropFirst(Self.largestContent)
    }
    appendRecord(.output, [], to: &records)
    // An exit status of 0, and the protocol status FCGI_REQUEST_COMPLETE, which is 0.
    appendRecord(.endOfRequest, ArraySlice(repeating: 0, count: 8), to: &records)
    return records
  }

  private enum RecordType: UInt8 {
    case endOfRequest = 3
    case output = 6
  }

  private static let largestContent = 65_528

  private func appendRecord(_ type: RecordType, _ content: ArraySlice<UInt8>, to records: inout [UInt8]) {
    let id = Int(cfastcgi_id(request))
    let numbers = [1, Int(type.rawValue), id >> 8, id & 0xFF, content.count >> 8, content.count & 0xFF, 0, 0]
    records += numbers.map(UInt8.init)
    records += content
  }
}
