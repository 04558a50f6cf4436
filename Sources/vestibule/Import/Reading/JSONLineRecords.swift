// SPDX-License-Identifier: Apache-2.0

import Domain

/// The rows of a file with one JSON object per line.
final class JSONLineRecords: RecordSource {
  private let bytes: ByteStream

  init(_ bytes: ByteStream) { self.bytes = bytes }

  var progress: ReadingProgress { bytes.progress }

  func next() throws(Failure) -> Record? {
    while let text = try nextLine() {
      if text.allSatisfy({ " \t\r".utf8.contains($0) }) { continue }
      let line = bytes.line - 1
      let value: JSON
      do { value = try JSON(parsing: text) } catch {
        throw bytes.failure("is not JSON: \(error.reason), at byte \(error.offset)", line: line)
      }
      guard case .object(let members) = value else { throw bytes.failure("should be an object", line: line) }
      return Record(line: line, members)
    }
    return nil
  }

  private func nextLine() throws(Failure) -> [UInt8]? {
    guard try bytes.peek() != nil else { return nil }
    var text: [UInt8] = []
    while let byte = try bytes.next() {
      if byte == UInt8(ascii: "\n") { return text }
      text.append(byte)
      guard text.count <= ByteStream.maximumRowSize else { throw bytes.failure("is too long") }
    }
    bytes.endLine()
    return text
  }
}
