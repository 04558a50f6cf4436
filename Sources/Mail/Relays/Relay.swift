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
    var path = url[url.index(after: colon)...]
    if path.hasPrefix("//") { path = path.dropFirst(2) }
    guard !path.isEmpty else { throw .misconfigured("MAIL_URL", "has no path behind maildir:") }
    return MaildirRelay(path: String(path))
  case "smtp", "smtps": return try SMTPRelay(url: url)
  default: throw .misconfigured("MAIL_URL", "should begin with maildir:, smtp: or smtps:")
  }
}
