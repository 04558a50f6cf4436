// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Configuration

/// A folder that mail clients open (cr.yp.to/proto/maildir.html). A message's file is named after its id, so that one
/// which is delivered again after a crash replaces itself.
final class MaildirRelay: Relay {
  private let path: String
  var name: String { "maildir:\(path)" }

  init(path: String) { self.path = path }

  func send(_ message: MailMessage, by deadline: Deadline) throws(Problem) -> DeliveryAttempt {
    do {
      for folder in ["tmp", "new", "cur"] { try makeFolder("\(path)/\(folder)") }
      let file = try NewFile("\(path)/new/\(message.id).vestibule", in: .folder("\(path)/tmp"))
      // Files of a Maildir have the line ends of their system.
      try file.write(message.bytes.filter { $0 != 0x0D })
      try file.publish(replacing: true)
      return .sent(id: nil)
    } catch {
      return .retry("the Maildir cannot be written: \((error as? FileFailure)?.reason ?? "")", after: nil)
    }
  }

  /// It is made with the first mail, where there is none.
  func probe(from sender: Mailbox, by deadline: Deadline) -> RelayProbe {
    do throws(FileFailure) { try checkCanMake(path) } catch { return .outOfReach(error.reason) }
    return .answers("mails are files there, and go nowhere")
  }
}
