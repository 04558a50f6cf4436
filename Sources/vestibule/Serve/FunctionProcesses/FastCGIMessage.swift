// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// The messages between the server and a process of a function (FastCGI 1.0), which has one request at a time.
enum FastCGIMessage {
  private enum RecordType: UInt8 {
    case begin = 1
    case end = 3
    case parameters = 4
    case input = 5
    case output = 6
  }

  private static let largestContent = 65_528

  // MARK: Requests

  static func request(_ request: WebRequest, path: String, query: String) -> ByteBuffer {
    var buffer = ByteBuffer()
    buffer.reserveCapacity(2048 + request.body.readableBytes)
    // The role of a responder, on a connection that is kept.
    append(.begin, ByteBuffer(bytes: [0, 1, 1, 0, 0, 0, 0, 0]), to: &buffer)
    append(.parameters, parameters(of: request, path, query), to: &buffer)
    append(.parameters, ByteBuffer(), to: &buffer)
    append(.input, request.body, to: &buffer)
    if request.body.readableBytes > 0 { append(.input, ByteBuffer(), to: &buffer) }
    return buffer
  }

  private static func append(_ type: RecordType, _ content: ByteBuffer, to buffer: inout ByteBuffer) {
    var rest = content
    repeat {
      var piece = rest.readSlice(length: min(rest.readableBytes, largestContent))!
      buffer.writeMultipleIntegers(UInt8(1), type.rawValue, UInt16(1), UInt16(piece.readableBytes), UInt16(0))
      buffer.writeBuffer(&piece)
    } while rest.readableBytes > 0
  }

  private static func parameters(of request: WebRequest, _ path: String, _ query: String) -> ByteBuffer {
    var buffer = ByteBuffer()
    func add(_ name: String, _ value: String) {
      for text in [name, value] {
        let length = text.utf8.count
        if length < 0x80 {
          buffer.writeInteger(UInt8(length))
        } else {
          buffer.writeInteger(UInt32(length) | 0x8000_0000)
        }
      }
      buffer.writeString(name)
      buffer.writeString(value)
    }
    // The answer to HEAD has the length of that to GET.
    add("REQUEST_METHOD", request.method == .HEAD ? "GET" : request.method.rawValue)
    add("SCRIPT_NAME", path)
    add("QUERY_STRING", query)
    if let peer = request.peer { add("REMOTE_ADDR", peer) }
    if let type = request.headers.first(name: "content-type") { add("CONTENT_TYPE", type) }
    if request.body.readableBytes > 0 { add("CONTENT_LENGTH", String(request.body.readableBytes)) }
    for (name, value) in fields(of: request.headers) {
      add("HTTP_" + name.uppercased().replacing("-", with: "_"), value)
    }
    return buffer
  }

  /// The headers that a function gets. One whose name has other characters than letters, digits and hyphens could
  /// become the same variable as one that a proxy has written, and is dropped. A repeated header stays repeated, so
  /// that the function knows that one of them may be forged; but a client may send its cookies and languages in several
  /// lines.
  private static func fields(of headers: HTTPHeaders) -> [(String, String)] {
    var fields: [(String, String)] = []
    for (name, value) in headers {
      let name = name.lowercased()
      guard !unforwarded.contains(name), name.utf8.allSatisfy(isPlain) else { continue }
      if let separator = separators[name], let place = fields.firstIndex(where: { $0.0 == name }) {
        fields[place].1 += separator + value
      } else {
        fields.append((name, value))
      }
    }
    return fields
  }

  private static let unforwarded = [
    "content-type", "content-length", "transfer-encoding", "connection", "keep-alive", "expect", "te", "trailer",
    "upgrade", "proxy",
  ]
  private static let separators = ["cookie": "; ", "accept": ", ", "accept-language": ", "]

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
  }

  // MARK: Answers

  /// The bytes of an answer, as they arrive.
  struct Reader {
    private var received = ByteBuffer()
    private var output = ByteBuffer()

    struct Violation: Error {}

    /// - Returns: the answer, when it is complete.
    mutating func read(_ bytes: inout ByteBuffer) throws(Violation) -> WebAnswer? {
      received.writeBuffer(&bytes)
      while received.readableBytes >= 8 {
        let start = received.readerIndex
        let type = received.getInteger(at: start + 1, as: UInt8.self)!
        let length = Int(received.getInteger(at: start + 4, as: UInt16.self)!)
        let padding = Int(received.getInteger(at: start + 6, as: UInt8.self)!)
        guard received.readableBytes >= 8 + length + padding else { break }
        received.moveReaderIndex(forwardBy: 8)
        var content = received.readSlice(length: length)!
        received.moveReaderIndex(forwardBy: padding)
        if type == RecordType.output.rawValue { output.writeBuffer(&content) }
        if type == RecordType.end.rawValue {
          defer { self = Reader() }
          return try Self.answer(output)
        }
      }
      received.discardReadBytes()
      return nil
    }

    /// Parses a response of CGI (RFC 3875, section 6), as the functions write it.
    private static func answer(_ output: ByteBuffer) throws(Violation) -> WebAnswer {
      var rest = output
      var headers = HTTPHeaders()
      var status = 200
      while let end = rest.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) {
        let line = rest.readString(length: end - rest.readerIndex)!
        rest.moveReaderIndex(forwardBy: 1)
        if line.isEmpty { return WebAnswer(status: status, headers: headers, body: rest) }
        guard let colon = line.firstIndex(of: ":") else { throw Violation() }
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        switch line[..<colon] {
        case "Status":
          guard let number = Int(value.prefix(3)), (200...599).contains(number) else { throw Violation() }
          status = number
        case "Content-Length": break
        default: headers.add(name: String(line[..<colon]), value: String(value))
        }
      }
      throw Violation()
    }
  }
}
