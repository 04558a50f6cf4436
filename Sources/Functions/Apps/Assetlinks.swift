// SPDX-License-Identifier: Apache-2.0

import Domain

/// The Android apps that open the links of this service and use its passwords: a statement list of Digital Asset Links
/// (developers.google.com/digital-asset-links), which is an array.
package enum Assetlinks: Function {
  package static let name = "assetlinks"

  package typealias Event = NoData
  package typealias Output = JSONDocument

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let statements = environment.policy.app.androidApps.map { (app) -> JSON in
      [
        "relation": ["delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds"],
        "target": [
          "namespace": "android_app", "package_name": .string(app.package),
          "sha256_cert_fingerprints": JSON(app.fingerprints),
        ],
      ]
    }
    return .answered(JSONDocument(.array(statements)))
  }
}
