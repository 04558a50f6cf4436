import Domain
import Functions
import Glibc
import Runtime

/// A folder that mail clients open (cr.yp.to/proto/maildir.html). A message's file is named after its id, so that one
/// which is delivered again after a crash replaces itself.
final class MaildirRelay: Relay {
  private let path: String
  var name: String { "maildir:\(path)" }

  init(path: String) { self.path = path }

  func send(_ message: MailMessage, by deadline: Deadline) throws(Problem) -> DeliveryAttempt {
    do {
      for folder in ["tmp", "new", "cur"] { try makeFolder("\(path)/\(folder)") }
      let name = "\(message.id).vestibule"
      try write(message, to: "\(path)/tmp/\(name)")
      guard rename("\(path)/tmp/\(name)", "\(path)/new/\(name)") == 0 else {
        throw FileTrouble.ofLastCall
      }
      try sync("\(path)/new")
      return .sent(id: nil)
    } catch {
      return .later("the Maildir cannot be written: \((error as? FileTrouble)?.reason ?? "")", after: nil)
    }
  }

  /// It is made with the first mail, where there is none.
  func probe(from sender: Mailbox, by deadline: Deadline) -> RelayProbe {
    do throws(FileTrouble) { try checkCanMake(path) } catch { return .outOfReach(error.reason) }
    return .answers("mails are files there, and go nowhere")
  }

  /// Files of a Maildir have the line ends of their system.
  private func write(_ message: MailMessage, to file: String) throws {
    let content = message.bytes.filter { $0 != 0x0D }
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileTrouble.ofLastCall }
    defer { close(descriptor) }
    var rest = content[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { throw FileTrouble.ofLastCall }
      rest = rest.dropFirst(max(0, count))
    }
    guard fsync(descriptor) == 0 else { throw FileTrouble.ofLastCall }
  }

  private func sync(_ folder: String) throws {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileTrouble.ofLastCall }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileTrouble.ofLastCall }
  }
}
