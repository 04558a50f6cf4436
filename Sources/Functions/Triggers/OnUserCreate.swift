// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// An identity provider has a new user. The account is created once, even if the trigger fires again, and the pending
/// invitations of its address are accepted.
package enum OnUserCreate: Function {
  package static let name = "on-user-create"

  package struct Event {
    let trigger: any Trigger
  }

  package struct Output: FunctionOutput {
    /// Nil if nothing was written: before the user is created, or for an event about an anonymous user or something
    /// else.
    let account: Account?

    package var json: JSON { ["account": account?.json ?? .null] }
  }

  package static func event(from data: Fields) throws(Problem) -> Event { Event(trigger: trigger(of: data.all)) }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    guard let described = try event.trigger.user(environment) else { return .answered(Output(account: nil)) }
    let user = try NewUser(described, environment)
    return try environment.decide(call) { (decision) throws(Problem) in
      let match = try decision.identities.match(user.identity)
      let resolution = try decide(match, user, decision)
      if event.trigger.isBefore { return Output(account: nil) }

      let account = try decision.identities.write(resolution, user.identity)
      return Output(account: try decision.invitations.acceptWaiting(for: account, isNew: resolution.isNewAccount))
    }
  }

  /// A failure must not look like a refusal, because the provider treats a refusal as final.
  package static func platformResponse(_ result: FunctionResult, to data: JSON) -> PlatformResponse {
    result.status < 500 ? trigger(of: data).platformResponse(result) : PlatformResponse(result)
  }

  private static func trigger(of data: JSON) -> any Trigger {
    if data["triggerSource"] != nil { return CognitoTrigger(event: data) }
    if data["headers"] != nil || data["user"] != nil { return SupabaseHook(event: data) }
    if data["jwt"] != nil { return FirebaseBlockingTrigger(event: data) }
    if data["uid"] != nil || data["value"] != nil { return FirebaseTrigger(event: data) }
    return OwnTrigger(event: data)
  }

  private static func decide(_ match: AccountMatch, _ user: NewUser, _ decision: Decision) throws(Problem)
    -> AccountResolution
  {
    let identity = user.identity
    if let known = try decision.identities.resolve(identity, match) { return known }
    let (entry, displayName) = try decision.invitations.entry(
      user.role, proven: identity.verifiedEmail, claimed: identity.email
    )
    var applicant = Applicant(
      identity, entry: entry, displayName: displayName, locale: user.locale, places: ("/role", "/email"))
    // An invalid number is dropped, because nobody can correct it at the provider.
    applicant.phone = decision.policy.profile.phoneNumber(user.phone)
    return .new(try decision.admission.admitted(applicant, omission: .allowed, identity: identity))
  }
}
