// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// A person restores the account that they have deleted, with the code of the deletion's mail or by signing in. It is
/// `sign-in` with `restore`, so a second factor is asked for in the same way.
package enum RestoreAccount: SignInFlow {
  package static let name = "restore-account"

  package typealias Output = SignedInOutput

  package static func event(from data: Fields) throws(Problem) -> SignIn.Event {
    // With an address it is a code that signs in.
    guard let code = data.optionalCode("code"), !data.has("email") else {
      return try SignIn.event(from: data, restores: true)
    }
    return SignIn.Event(
      proof: .credential(.deletionCode(code)), role: nil, statement: try data.statement(),
      device: try data.optionalDevice("device"), restores: true)
  }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) -> [Problem.Field] {
    SignIn.CredentialMember.mixed(in: data) + rules.brokenBirthDate(in: data)
  }

  package static func answer(
    _ event: SignIn.Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try SignIn.answer(event, call, environment)
  }

  package static func decide(
    _ event: SignIn.Verified, _ decision: Decision
  ) throws(Problem) -> Output {
    try SignIn.decide(event, decision)
  }
}
