// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// Renders a page.
package typealias PageMaker = (
  _ page: String, _ variables: JSON, _ policy: Policy, _ language: LanguageTag
) throws(Problem) -> HTMLPage

/// Everything that a function needs from outside. Functions have no other access to it.
package struct Environment {
  package let policy: Policy
  package let clock: EventClock
  package let random: (_ count: Int) -> [UInt8]
  /// Makes a new id. Ids sort by creation time.
  package let newID: () -> String
  package let store: Store
  package let secret: SecretKey
  /// The keys of keyed hashes. They do not change when the secret key changes.
  package let hashKeys: HashKeys
  package let authentication: Authentication
  package let webhookKeys: WebhookKeys
  package let messages: Messages
  package let catalogue: FunctionCatalogue
  /// `PUBLIC_URL`, without a trailing slash.
  package let publicURL: () throws(Problem) -> String
  /// The rules of a time zone; nil if the machine does not know its name.
  package let timeZone: (_ name: String) throws(Problem) -> TimeZoneRules?
  /// Sends mails. Nil in functions that only queue mail.
  package let courier: (any Courier)?
  /// The W3C trace context of the event. Queued messages keep it.
  package let traceparent: String?
  /// Renders a page from its templates, for functions that answer programs and browsers; nil for others.
  package let page: PageMaker?
  /// Refuses an event that does not come from a person, of a function that the policy protects.
  package let requirePerson:
    (_ botToken: String?, _ function: String, _ environment: Environment) throws(Problem) -> Void

  /// The time of the event.
  package var now: Timestamp { clock.eventTime }

  package init(
    policy: Policy, clock: EventClock, random: @escaping (_ count: Int) -> [UInt8], newID: @escaping () -> String,
    store: Store, secret: SecretKey, authentication: Authentication, webhookKeys: WebhookKeys, messages: Messages,
    catalogue: FunctionCatalogue, publicURL: @escaping () throws(Problem) -> String,
    timeZone: @escaping (_ name: String) throws(Problem) -> TimeZoneRules?, courier: (any Courier)?,
    traceparent: String?, page: PageMaker?,
    requirePerson:
      @escaping (
        _ botToken: String?, _ function: String, _ environment: Environment
      ) throws(Problem) -> Void
  ) {
    self.policy = policy
    self.clock = clock
    self.random = random
    self.newID = newID
    self.store = store
    self.secret = secret
    hashKeys = HashKeys(secret: secret, random: random, now: clock.eventTime)
    self.authentication = authentication
    self.webhookKeys = webhookKeys
    self.messages = messages
    self.catalogue = catalogue
    self.publicURL = publicURL
    self.timeZone = timeZone
    self.courier = courier
    self.traceparent = traceparent
    self.page = page
    self.requirePerson = requirePerson
  }
}

/// The time of an event, and the time as it passes while the event is answered.
package struct EventClock {
  /// The time of the event. It does not change while the event is answered.
  package let eventTime: Timestamp
  /// When the process has to have answered.
  package let deadline: Deadline
  private let time: () -> Timestamp
  private let sleep: (Duration) -> Void

  package init(
    eventTime: Timestamp, deadline: Deadline, time: @escaping () -> Timestamp, sleep: @escaping (Duration) -> Void
  ) {
    (self.eventTime, self.deadline, self.time, self.sleep) = (eventTime, deadline, time, sleep)
  }

  /// The current time.
  package func callAsFunction() -> Timestamp { time() }

  package func pause(_ duration: Duration) { sleep(duration) }
}

/// What functions.json says, for functions that judge more than their own event.
package struct FunctionCatalogue {
  /// One of its named schemas.
  package let schema: (_ name: String) -> Schema
  /// Another function's rule of access, and the schema of its events, by its name. Pages call other functions.
  package let entry: (_ function: String) -> (access: AccessRule, event: Schema)

  package init(
    schema: @escaping (_ name: String) -> Schema,
    entry: @escaping (_ function: String) -> (access: AccessRule, event: Schema)
  ) {
    (self.schema, self.entry) = (schema, entry)
  }
}
