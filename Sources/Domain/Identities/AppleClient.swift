// SPDX-License-Identifier: Apache-2.0

/// The app as a client of Apple's token endpoints: `teamID`, `keyID` and `clientIDs` of the policy's `providers.apple`.
package struct AppleClient: Sendable {
  package let teamID: String
  /// The id of the key of `APPLE_PRIVATE_KEY`.
  package let keyID: String
  /// The bundle ids and service ids of the app.
  package let clientIDs: [String]

  /// Nil if the provider is not `apple`, or has none of the three.
  /// - Throws: `service/misconfigured` if it has only some of them.
  init?(_ provider: String, _ settings: JSON) throws(Problem) {
    let names = ["teamID", "keyID", "clientIDs"]
    let missing = names.filter { settings[$0] == nil }
    guard provider == "apple", missing.count < names.count else { return nil }
    guard missing.isEmpty else {
      throw .misconfigured(
        "POLICY_FILE", "/providers/apple/\(missing[0]): Apple's endpoints need teamID, keyID and clientIDs")
    }
    teamID = settings["teamID"]?.string ?? ""
    keyID = settings["keyID"]?.string ?? ""
    clientIDs = settings["clientIDs"]?.array?.compactMap(\.string) ?? []
  }

  /// The client to which a token was issued; nil if it is not one of the policy's.
  package func clientID(ofAudiences audiences: [String]) -> String? { audiences.first(where: clientIDs.contains) }
}

extension Policy {
  /// The app as a client of Apple's token endpoints; nil if the policy does not use them.
  package var appleClient: AppleClient? { providers["apple"]?.appleClient }
}
