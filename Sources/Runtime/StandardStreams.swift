// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc

/// The maximum size of an event in bytes.
let maximumEventSize = 6 * 1024 * 1024

/// Opens `/dev/null` for each standard stream that is closed. Otherwise the next file or connection would get its
/// number, and the answer or the log would be written to it. Reading stdin and writing stdout still fail.
func openClosedStandardStreams() {
  for (stream, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)]
  where fcntl(stream, F_GETFD) < 0 {
    _ = open("/dev/null", mode)
  }
}

/// Reads stdin to its end.
/// - Throws: `event/too-large`, or `service/deadline` if stdin does not end in time.
func readStandardInput(by deadline: Deadline) throws(Problem) -> [UInt8] {
  var event: [UInt8] = []
  while true {
    let piece = try readPieceOfStandardInput(.max, by: deadline)
    if piece.isEmpty { return event }
    event += piece
    guard event.count <= maximumEventSize else { throw .eventTooLarge }
  }
}

/// The next bytes of stdin; empty at its end.
func readPieceOfStandardInput(_ limit: Int, by deadline: Deadline) throws(Problem) -> [UInt8] {
  while true {
    var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    let ready = poll(&waiting, 1, Int32(clamping: deadline.remaining.wholeMilliseconds))
    if ready == 0 { throw Problem(.deadline, "the event did not end before the deadline") }
    if ready < 0, errno == EINTR { continue }
    var count = 0
    // Not initialised with zeros, because most events are small and unused memory costs nothing.
    let piece = [UInt8](unsafeUninitializedCapacity: min(limit, 65_536)) { buffer, filled in
      count = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
      filled = max(0, count)
    }
    if count >= 0 { return piece }
    if errno != EINTR, errno != EAGAIN {
      throw .unavailable("the event cannot be read", cause: "stdin: \(String(cString: strerror(errno)))")
    }
  }
}

extension Problem {
  static var eventTooLarge: Problem {
    Problem(.eventTooLarge, "the event has more than \(maximumEventSize) bytes")
  }
}

/// Writes one line to stdout.
/// - Returns: false if it cannot be written.
package func writeStandardOutput(_ line: [UInt8]) -> Bool { writeStandardOutput(bytes: line + [0x0A]) }

/// Like `writeStandardOutput`, without a line end.
func writeStandardOutput(bytes: [UInt8]) -> Bool { write(bytes: bytes, to: STDOUT_FILENO) }

/// Writes all bytes to a file descriptor.
/// - Returns: false if they cannot be written.
func write(bytes: [UInt8], to descriptor: Int32) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno != EINTR { return false }
    rest = rest.dropFirst(max(0, count))
  }
  return true
}
