// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain

/// What rendering needs from the process. Each value is read when a mail needs it.
package struct RenderingSettings {
  /// The folders with templates, in the order in which a template is looked for.
  let templateFolders: () throws(Problem) -> [String]
  /// `MAIL_FROM`: the sender, such as `PFA <hello@example.com>`; nil if it is unset.
  let sender: () throws(Problem) -> String?
  /// `PUBLIC_URL`, without a trailing slash.
  let publicURL: () throws(Problem) -> String
  /// The rules of a time zone; nil if the machine does not know its name.
  let timeZone: (_ name: String) throws(Problem) -> TimeZoneRules?

  package init(_ settings: Settings) {
    templateFolders = { () throws(Problem) in try settings.templatesDirectories }
    sender = { () throws(Problem) in try settings["MAIL_FROM"] }
    publicURL = settings.publicURL
    timeZone = TimeZoneFiles.rules
  }
}
