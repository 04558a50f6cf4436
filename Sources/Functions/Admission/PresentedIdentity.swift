// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

extension Fields {
  /// The provider of the `identity` of an event, which may not be one of the policy.
  var identityProvider: SignInMethod? { optionalFields("identity")?.optionalText("provider").map(SignInMethod.init) }

  /// The `identity` of an event: an ID token, nonce and name.
  func presentedIdentity() throws(Problem) -> PresentedIdentity {
    let name = optionalFields("fullName")
    let parts = [name?.optionalText("givenName"), name?.optionalText("familyName")].compactMap { $0 }
    return PresentedIdentity(
      provider: try text("provider"), idToken: try text("idToken"), nonce: optionalText("nonce"),
      fullName: parts.isEmpty ? nil : parts.joined(separator: " "),
      authorizationCode: optionalText("authorizationCode"))
  }
}

extension IDTokenVerifier {
  /// Verifies an identity before the transaction, because keys may have to be fetched. A refusal is returned, so that
  /// the transaction audits and remembers it. Other errors are thrown.
  func verified(_ presented: PresentedIdentity) throws(Problem) -> Result<Identity, Problem> {
    do throws(Problem) {
      return .success(try identity(from: presented))
    } catch {
      guard error.isRefusal else { throw error }
      return .failure(error)
    }
  }
}
