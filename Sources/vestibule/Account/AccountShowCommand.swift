// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Functions
import Storage

struct AccountShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows one account: its sign-in methods, sessions and second factors.")

  @OptionGroup var options: AccountOptions

  func run() throws {
    try reportingFailure { () throws(Failure) in try show() }
  }

  private func show() throws(Failure) {
    let environment = try operatorEnvironment()
    let details = try deciding { () throws(Problem) in
      try environment.read(.ofOperator("account", environment)) { (decision) throws(Problem) in
        try AccountDetails(of: options.account.account(decision), decision)
      }
    }
    try printLine(options.json ? details.json.text : details.text)
  }
}

/// An account with its sign-in methods and its state.
private struct AccountDetails {
  let account: JSON
  let sessions: [JSON]
  let factors: [JSON]

  init(of account: Account, _ decision: Decision) throws(Problem) {
    let isLocked = try decision.limits.isLocked(account)
    let suppression = try account.email.flatMap { (email) throws(Problem) in
      try decision.suppressions.suppression(of: email)
    }
    self.account = account.operatorJSON.merging(
      .object([
        "state": JSON(decision.policy.accountState(of: account, on: decision.now).state.rawValue),
        "providers": JSON(try decision.tables.accounts.signInMethods(of: account.id).map(\.name)),
        "isLocked": .bool(isLocked),
        "suppression": suppression.map { JSON($0.rawValue) },
      ]))
    sessions = try decision.tables.sessions.all(of: account.id, now: decision.now).map(\.operatorJSON)
    factors = try decision.tables.factors.confirmed(of: account, now: decision.now).map(\.json)
  }

  var json: JSON { account.merging(["sessions": .array(sessions), "factors": .array(factors)]) }

  var text: String {
    var lines = TextLines.of(account)
    for (title, list) in [("sessions", sessions), ("factors", factors)] where !list.isEmpty {
      lines += ["", title]
      lines += list.map { entry in
        let values = (entry.members?.pairs ?? []).map { "\($0) \($1.string ?? $1.text)" }
        return "  " + values.joined(separator: "  ").printable
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension Session {
  fileprivate var operatorJSON: JSON {
    .object([
      "id": JSON(id), "createdAt": JSON(createdAt.rfc3339), "lastUsedAt": JSON(lastUsedAt.rfc3339),
      "device": device?.name.map(JSON.string), "platform": device?.platform.map(JSON.string),
      "address": address.map(JSON.string),
    ])
  }
}
