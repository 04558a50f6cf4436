// SPDX-License-Identifier: Apache-2.0

import Domain

extension Settings {
  /// Looks a password up in `common-passwords.txt` of the templates: one password per line, in lower case, sorted by
  /// bytes.
  package func isCommonPassword(_ password: String) throws(Problem) -> Bool {
    let path = try templatesDirectory + "/common-passwords.txt"
    let content: [UInt8]
    do { content = try readFile(path) } catch {
      throw error.problem("TEMPLATES_DIR", "\(path) does not exist or cannot be read")
    }
    let wanted = Array(password.utf8)
    return content.split(separator: UInt8(ascii: "\n")).contains { $0.elementsEqual(wanted) }
  }
}
