import Glibc
import Runtime

/// A folder that a command writes files to; it is made where it is missing.
struct OutputFolder {
  private let path: String

  init(_ path: String) throws(Failure) {
    self.path = path
    do { try makeFolder(path) } catch { throw Self.failure(path) }
  }

  /// Writes a file, over the one that is there.
  func write(_ content: [UInt8], to name: String) throws(Failure) {
    let file = "\(path)/\(name)"
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Self.failure(file) }
    defer { close(descriptor) }
    var rest = content[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 || errno == EINTR else { throw Self.failure(file) }
      rest = rest.dropFirst(max(0, count))
    }
  }

  private static func failure(_ path: String) -> Failure {
    .usage("\(path) cannot be written: \(FileTrouble.ofLastCall.reason)")
  }
}
