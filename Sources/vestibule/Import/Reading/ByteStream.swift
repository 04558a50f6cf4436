// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Glibc

/// Reads a file or stdin once, and counts lines.
final class ByteStream {
  /// The maximum size of a row in bytes. If a quote is not closed, the whole file would be one row.
  static let maximumRowSize = 4 << 20

  /// The line of the next byte, counted from 1.
  private(set) var line = 1
  private let name: String
  private let descriptor: Int32
  private let size: Int?
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var position = 0
  private var end = 0
  private var bytesRead = 0

  /// - Parameter path: nil for stdin.
  init(path: String?) throws(Failure) {
    name = path ?? "stdin"
    descriptor = path.map { open($0, O_RDONLY | O_CLOEXEC) } ?? STDIN_FILENO
    guard descriptor >= 0 else { throw .unreadable("\(name) cannot be read: \(FileFailure.ofLastCall.reason)") }
    var status = stat()
    size = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? status.st_size : nil
    try skipByteOrderMark()
  }

  deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

  var progress: ReadingProgress { ReadingProgress(unit: .bytes, done: bytesRead - (end - position), total: size) }

  func peek() throws(Failure) -> UInt8? {
    if position == end { try fill() }
    return position < end ? buffer[position] : nil
  }

  /// The rest of the line, as far as it has been read from the file.
  func peekLine() throws(Failure) -> ArraySlice<UInt8> {
    guard try peek() != nil else { return [] }
    return buffer[position..<end].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
  }

  func next() throws(Failure) -> UInt8? {
    guard let byte = try peek() else { return nil }
    position += 1
    if byte == UInt8(ascii: "\n") { line += 1 }
    return byte
  }

  /// Counts a line that ended without a line feed.
  func endLine() { line += 1 }

  func failure(_ reason: String, line: Int? = nil) -> Failure {
    .unreadable("\(name), line \(line ?? self.line): \(reason)")
  }

  private func fill() throws(Failure) {
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable("\(name) cannot be read: \(FileFailure.ofLastCall.reason)") }
      (position, end) = (0, count)
      bytesRead += count
      return
    }
  }

  private func skipByteOrderMark() throws(Failure) {
    switch try peek() {
    case 0xEF:
      for byte in [0xEF, 0xBB, 0xBF] as [UInt8] where try next() != byte { throw failure("is not UTF-8") }
    case 0xFE, 0xFF: throw failure("is UTF-16; save it as UTF-8")
    default: break
    }
  }
}
