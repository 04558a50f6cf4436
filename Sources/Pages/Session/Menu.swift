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
    get throws(Problem) {
      guard let role = call.caller?.role else { return [:] }
      let roles = environment.policy.roles
      let isInviter = role == roles.inviter
      let menu: JSON = ["isInviter": .bool(isInviter), "isInvitee": .bool(role == roles.invitee)]
      guard let entry = page.menuEntry else { return menu }
      return menu.merging([
        "hasMenu": true, "isWide": .bool(isInviter), "at": .object(JSON.Members([(entry.rawValue, true)])),
        "zoneName": try zoneName,
      ])
    }
  }

  /// The time zone that the page names; null for UTC.
  private var zoneName: JSON {
    get throws(Problem) {
      guard try times.zone != nil, let name = call.caller?.timeZone else { return .null }
      return .string(name.split(separator: "_").joined(separator: " "))
    }
  }
}
