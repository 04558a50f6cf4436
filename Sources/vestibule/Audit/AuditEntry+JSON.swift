// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension AuditEntry {
  /// The entry as operators see it.
  var json: JSON {
    .object([
      "id": JSON(id), "at": JSON(at.rfc3339), "action": JSON(action), "function": JSON(function),
      "accountId": accountID.map(JSON.string), "teamId": teamID.map(JSON.string),
      "subjectId": subjectID.map(JSON.string), "code": code.map { JSON($0.rawValue) },
      "count": count.map { JSON($0) }, "lastAt": lastAt.map { JSON($0.rfc3339) }, "provider": provider.map(JSON.string),
      "address": address.map(JSON.string), "userAgent": userAgent.map(JSON.string), "traceId": traceID.map(JSON.string),
      "country": country.map(JSON.string), "device": device, "durationMs": duration.map { JSON($0.wholeMilliseconds) },
      "operator": operatorName.map(JSON.string), "service": service.map(JSON.string),
    ])
  }
}
