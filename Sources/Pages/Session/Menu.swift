// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// An entry of the menu, which the pages of a signed-in person have in common: `partials/menu.html`.
package enum MenuEntry: String {
  case clients, workouts, members, account
}

extension PageRequest {
  /// The variables of the menu: the role decides which entries there are. The pages of inviters have one width.
  var menu: JSON {
    guard let role = call.caller?.role else { return [:] }
    let roles = environment.policy.roles
    let isInviter = role == roles.inviter
    let menu: JSON = ["isInviter": .bool(isInviter), "isInvitee": .bool(role == roles.invitee)]
    guard let entry = page.menuEntry else { return menu }
    return menu.merging([
      "hasMenu": true, "isWide": .bool(isInviter), "at": .object(JSON.Members([(entry.rawValue, true)])),
    ])
  }
}
