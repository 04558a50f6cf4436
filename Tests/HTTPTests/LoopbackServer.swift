// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Synchronization

/// A server on this machine whose answers a test writes byte by byte. Each connection has a thread.
final class LoopbackServer: Sendable {
  struct Request: Sendable {
    /// The connection, and the request on it, each counted from 1.
    let connection, number: Int
    /// The request line and the headers.
    let head: String
    let body: String

    /// The values of a header.
    func values(_ name: String) -> [String] {
      head.split(separator: "\r\n").dropFirst().compactMap { line in
        let parts = line.split(separator: ":", maxSplits: 1)
        return parts[0].lowercased() == name
          ? parts.dropFirst().first.map { $0.drop { $0 == " " } }.map(String.init) : nil
      }
    }
  }

  enum Answer: Sendable {
    case text(String)
    /// Closes the connection without an answer.
    case close
  }

  let port: Int
  private let socket: Int32
  private let received = Mutex<[Request]>([])

  /// - Parameter reads: whether it reads what clients send. A client of a server that does not cannot send a large
  ///   body.
  init(reads: Bool = true, answer: @escaping @Sendable (Request) -> Answer) throws {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, size) == 0 && listen(socket, 64) == 0 && getsockname(socket, address, &size) == 0
      }
    }
    guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
    (self.socket, port) = (socket, Int(UInt16(bigEndian: address.sin_port)))
    guard reads else { return }
    Thread { [self] in
      var count = 0
      while case let connection = accept(socket, nil, nil), connection >= 0 {
        count += 1
        let number = count
        Thread { [self] in serve(connection, number, answer) }.start()
      }
      close(socket)
    }.start()
  }

  var url: String { "http://127.0.0.1:\(port)" }
  var requests: [Request] { received.withLock { $0 } }

  /// Refuses further connections. The thread that accepts them closes the socket, so that it never accepts those of
  /// another server whose socket has got the same number.
  func stop() { shutdown(socket, Int32(SHUT_RDWR)) }

  private func serve(_ connection: Int32, _ number: Int, _ answer: (Request) -> Answer) {
    defer { close(connection) }
    var count = 0
    while let request = read(connection, number, count + 1) {
      count += 1
      received.withLock { $0.append(request) }
      guard case .text(let text) = answer(request) else { return }
      let bytes = Array(text.utf8)
      guard send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return }
    }
  }

  /// Reads one request; nil if the client has closed the connection.
  private func read(_ connection: Int32, _ number: Int, _ count: Int) -> Request? {
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 65_536)
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if let end = text.range(of: "\r\n\r\n") {
        let request = Request(
          connection: number, number: count, head: String(text[..<end.lowerBound]),
          body: String(text[end.upperBound...]))
        let length = request.values("content-length").first.flatMap { Int($0) } ?? 0
        if request.body.utf8.count >= length { return request }
      }
      let received = recv(connection, &room, room.count, 0)
      guard received > 0 else { return nil }
      bytes += room[..<received]
    }
  }
}

/// An answer with a body.
func answer(_ status: String = "200 OK", headers: [String] = [], _ body: String = "") -> LoopbackServer.Answer {
  let lines = ["HTTP/1.1 \(status)"] + headers + ["Content-Length: \(body.utf8.count)"]
  return .text(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
}
