import Domain
import Functions
import Runtime

/// What takes a mail from here: a Maildir, an SMTP server, a vendor's interface.
protocol Relay {
  /// Tries once to hand the message over.
  func send(_ message: MailMessage, by deadline: Deadline) throws(Problem) -> DeliveryAttempt
}

/// The relay that `MAIL_URL` names.
func relay(_ settings: Settings) throws(Problem) -> any Relay {
  let url = try settings["MAIL_URL"] ?? "maildir:data/mail"
  guard let colon = url.firstIndex(of: ":") else {
    throw .misconfigured("MAIL_URL", "should begin with maildir:, smtp: or smtps:")
  }
  switch url[..<colon].lowercased() {
  case "maildir":
    let path = String(url[url.index(after: colon)...])
    return MaildirRelay(path: path.hasPrefix("//") ? String(path.dropFirst(2)) : path)
  case "smtp", "smtps": return try SMTPRelay(url: url)
  default: throw .misconfigured("MAIL_URL", "should begin with maildir:, smtp: or smtps:")
  }
}
