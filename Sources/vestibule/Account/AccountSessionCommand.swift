// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Functions
import Storage

struct AccountSessionCommand: AccountChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "session", abstract: "Starts a session of an account and prints its access token.",
    discussion: """
      It is for trying functions, and for finding out what a person sees. The owner sees the session in list-sessions, \
      and end-sessions ends it. An account with a second factor gets none.
      """)

  @OptionGroup var options: AccountOptions

  func change(_ account: Account, _ decision: Decision) throws(Problem) -> AccountCommandResult {
    let session = try decision.sessions.begin(forOperatorAs: account)
    return AccountCommandResult(sentence: session["accessToken"]?.string ?? "", details: ["session": session])
  }
}
