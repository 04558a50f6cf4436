// SPDX-License-Identifier: Apache-2.0

/// A source whose first record was read to recognise its format.
final class ResumedRecords: RecordSource {
  private var first: Record?
  private let rest: any RecordSource

  init(_ first: Record, _ rest: any RecordSource) {
    self.first = first
    self.rest = rest
  }

  var progress: ReadingProgress { rest.progress }

  func next() throws(Failure) -> Record? {
    if let first {
      self.first = nil
      return first
    }
    return try rest.next()
  }
}
