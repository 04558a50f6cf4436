// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions

/// A Maildir, which mail programs can open (cr.yp.to/proto/maildir.html). The file name is the message's id, so a
/// repeated delivery after a crash replaces the file.
final class MaildirRelay: Relay {
  private let path: String
  var name: String { "maildir:\(path)" }

  init(path: String) { self.path = path }

  func send(_ message: MailMessage, by deadline: Deadline, until end: Deadline) throws(Problem) -> DeliveryAttempt {
    do throws(FileFailure) {
      for folder in ["tmp", "new", "cur"] { try makeFolder("\(path)/\(folder)") }
      let file = try NewFile("\(path)/new/\(message.id).vestibule", in: .folder("\(path)/tmp"))
      // Files in a Maildir have the system's line ends.
      try file.write(message.bytes.filter { $0 != 0x0D })
      try file.publish(replacing: true)
      return .sent(id: nil)
    } catch {
      return .relayFailure("the Maildir cannot be written: \(error.reason)", after: nil)
    }
  }

  /// The folder may not exist yet, because the first mail creates it.
  func probe(from sender: Mailbox, by deadline: Deadline) -> RelayProbe {
    do throws(FileFailure) { try checkWritable(path) } catch { return .unreachable(error.reason) }
    return .answers("mails are written to files and not sent")
  }
}
