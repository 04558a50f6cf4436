import Glibc
import Runtime

/// A file with a line of JSON for each row: what became of it, and nothing that is secret.
final class ReportFile {
  private let path: String
  private let descriptor: Int32

  /// Begins the file anew, readable by its owner alone.
  init(_ path: String) throws(Failure) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .usage("the report \(path) cannot be written: \(FileTrouble.ofLastCall.reason)")
    }
  }

  deinit { close(descriptor) }

  func write(_ outcomes: [Outcome]) throws(Failure) {
    var rest: ArraySlice<UInt8> = []
    for outcome in outcomes { rest += outcome.json.line + [0x0A] }
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 || errno == EINTR else {
        throw .unavailable("the report \(path) cannot be written: \(FileTrouble.ofLastCall.reason)")
      }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
