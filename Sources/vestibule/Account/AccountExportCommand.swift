// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Functions
import Storage

struct AccountExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Prints all data of an account as one JSON object, as export-account does.")

  @OptionGroup var options: AccountOptions

  func run() throws {
    try reportingFailure { () throws(Failure) in
      let environment = try operatorEnvironment()
      let call = Call.ofOperator("account", environment)
      let output = try deciding { () throws(Problem) in
        try environment.write(call) { (decision) throws(Problem) in
          let account = try options.account.account(decision)
          let output = try ExportAccount.output(of: account, decision.policy, decision.tables)
          try decision.audit(.accountExported, account: account.id)
          try decision.outbox.notify(account, of: .exported, by: call)
          return output
        }
      }
      try printLine(output.json.text)
    }
  }
}
