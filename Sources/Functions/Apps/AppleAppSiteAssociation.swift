// SPDX-License-Identifier: Apache-2.0

import Domain

/// The Apple apps that open the links of this service and use its passwords ("Supporting associated domains",
/// developer.apple.com).
package enum AppleAppSiteAssociation: Function {
  package static let name = "apple-app-site-association"

  package typealias Event = NoData
  package typealias Output = JSONDocument

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let apps = JSON(environment.policy.app.appleAppIDs)
    let details: [JSON] =
      apps.array == [] ? [] : [["appIDs": apps, "components": .array(try components(environment))]]
    return .answered(JSONDocument(["applinks": ["details": .array(details)], "webcredentials": ["apps": apps]]))
  }

  /// The pages that the app can open instead of the browser, below the path of `PUBLIC_URL`.
  private static func components(_ environment: Environment) throws(Problem) -> [JSON] {
    let base = try environment.publicURL().split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    let path = base.count > 3 ? "/\(base[3])" : ""
    return OutboxMessage.pagesOfApps.map {
      ["/": .string("\(path)/\($0)"), "?": ["code": "*"]]
    }
  }
}
