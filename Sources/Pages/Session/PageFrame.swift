// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// What every page of a browser's session has, whatever it shows.
struct PageFrame {
  /// The address of this service.
  let base: String
  /// Binds the page's forms to the browser's session.
  let formToken: String
  let isSignedIn: Bool
  let menu: JSON
  /// Whether its forms send the browser's time zone.
  let asksTimeZone: Bool
  /// The fields that its forms repeat, and the query of the page with them.
  let form: JSON
  let ownQuery: String
  /// What is wrong with the fields of a refused form; nil if none was refused.
  let refusedFields: RefusedFields?
  /// The problems for a list with links.
  let problems: JSON

  /// The variables of the templates.
  var variables: JSON {
    JSON.object([
      "formToken": JSON(formToken), "isSignedIn": .bool(isSignedIn), "base": JSON(base), "form": form,
      "ownQuery": JSON(ownQuery), "errors": refusedFields?.messages ?? [:], "asksTimeZone": .bool(asksTimeZone),
    ]).merging(problems)
  }
}
