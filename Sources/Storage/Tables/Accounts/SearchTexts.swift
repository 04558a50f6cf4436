// SPDX-License-Identifier: Apache-2.0

import Domain

/// The texts by which members are found. Databases change only ASCII letters to lower case, so the text is stored.
package struct SearchTexts {
  package let transaction: Transaction

  func searchText(_ account: Account) -> String { "\(account.displayName)\n\(account.email?.text ?? "")".lowercased() }

  /// Corrects the texts that the upgrade of the schema made of names and addresses with other than ASCII characters.
  package func renew() throws(Problem) {
    var last = ""
    while true {
      // After removing ASCII characters, text is left.
      let page = try transaction.query(
        """
        SELECT id, display_name, email FROM accounts
        WHERE id > $1 AND LTRIM(search, $2) <> '' ORDER BY id LIMIT 500
        """, [.text(last), .text(AddressKeys.ascii + "\n")])
      for row in page {
        last = try row.text("id")
        let text = "\(try row.text("display_name"))\n\(try row.optionalText("email") ?? "")".lowercased()
        try transaction.change("UPDATE accounts SET search = $2 WHERE id = $1", [.text(last), .text(text)])
      }
      if page.count < 500 { return }
    }
  }
}
