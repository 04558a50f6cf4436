// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

extension Diagnosis {
  /// The notices of events of the last week. Untrusted proxies have their own finding.
  func noticeFindings(_ environment: Environment) -> [Finding] {
    do throws(Problem) {
      let notices = try environment.store.read { (transaction) throws(Problem) in
        try transaction.notices.all(since: environment.now - .days(7))
      }
      return notices.compactMap(finding)
    } catch {
      return [.failure("notices", error, advice: "Check the database.")]
    }
  }

  private func finding(_ notice: Notice) -> Finding? {
    let reason = notice.detail["reason"]?.string ?? ""
    let last = "the last one at \(notice.at.rfc3339): \(reason)"
    switch notice.name {
    case .untrustedProxy: return nil
    case .uncheckedBots:
      return .warning(
        "bot check", "events were accepted without a check for bots; \(last)",
        advice: "Check BOT_CHECK_API_URL and the network. With \"whenUnavailable\": \"deny\" such events wait.")
    case .unlimitedHashes:
      return .warning(
        "hashing", "passwords were hashed without a limit of processes; \(last)",
        advice: "Let the function write its file in TMPDIR, or set HASHING_PROCESSES.")
    case .unconfirmedSubscription:
      return .warning(
        "mail events", "Amazon SNS asked at \(notice.at.rfc3339) for the confirmation of a subscription",
        advice: "Open this URL once, within three days: \(notice.detail["url"]?.string?.printable ?? "")")
    case .refusedMessage:
      let function = notice.detail["function"]?.string ?? ""
      let code = notice.detail["code"]?.string ?? ""
      return .warning(
        "queue", "messages of a queue were refused by \(function) with \(code); \(last)",
        advice: "Correct the sender: a refused message is not repeated.")
    }
  }
}
