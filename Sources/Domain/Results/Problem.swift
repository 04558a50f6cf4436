// SPDX-License-Identifier: Apache-2.0

/// The error type of Vestibule: why an event was refused or could not be answered.
package struct Problem: Error, Equatable, Sendable {
  package var code: ErrorCode
  /// What is wrong, in plain English, for a developer. It contains no secret and no data of other people.
  package var detail: String
  /// The invalid fields of an `event/invalid`.
  package var fields: [Field] = []
  /// How long to wait before the next attempt, if known.
  package var retryAfter: Duration?
  /// The underlying error, for the log only.
  package var cause: String?
  /// Which message of the code the person gets.
  package var message: Message
  /// What the answer says in addition, for an app.
  package var hints: Hints
  /// What the audit entry of the refusal names.
  package var audited: Audited
  /// A change that the decision makes when it is refused, in addition to the audit entry; nil for most refusals.
  package var consequence: Consequence?
  /// The `error` of an answer that already exists: of a remembered refusal, or of a web server.
  package var answered: JSON?

  package init(
    _ code: ErrorCode, _ detail: String, message: Message = Message(), hints: Hints = Hints(),
    audited: Audited = Audited(), consequence: Consequence? = nil, retryAfter: Duration? = nil, cause: String? = nil
  ) {
    (self.code, self.detail, self.message, self.hints) = (code, detail, message, hints)
    (self.audited, self.consequence, self.retryAfter, self.cause) = (audited, consequence, retryAfter, cause)
  }

  package struct Message: Equatable, Sendable {
    /// The variant of the code's message, such as `too-short` of `auth/weak-password`.
    package var variant: String?
    /// The values of its placeholders.
    package var values: [String: String]

    package init(_ variant: String? = nil, _ values: [String: String] = [:]) {
      (self.variant, self.values) = (variant, values)
    }

    /// The variant of `auth/wrong-password` for an account without a password: a reset does not help, because the
    /// person has another way to sign in.
    package static let withoutPassword = "no-password"
  }

  package struct Hints: Equatable, Sendable {
    /// What the person can do, where it is not what `code` says.
    package var action: RequiredAction?
    /// The sign-in methods of the account, where the policy lets people know.
    package var providers: [String]?
    /// The client record and the invitation that the refusal is about, where the caller may know them.
    package var clientID: String?
    package var invitationID: String?

    package init(
      action: RequiredAction? = nil, providers: [String]? = nil, clientID: String? = nil, invitationID: String? = nil
    ) {
      (self.action, self.providers) = (action, providers)
      (self.clientID, self.invitationID) = (clientID, invitationID)
    }
  }

  package struct Audited: Equatable, Sendable {
    /// The limit that was reached, of an `auth/too-many-requests`.
    package var limit: Limit.Name?
    /// The account that a refusal of an anonymous call is about; nil if it is not known.
    package var accountID: String?

    package init(limit: Limit.Name? = nil, accountID: String? = nil) {
      (self.limit, self.accountID) = (limit, accountID)
    }
  }

  /// What a refusal does.
  package enum Consequence: Equatable, Sendable {
    /// Nothing changes, and the person is asked for the second factor of the account.
    case challenge(accountID: String)
    /// The person is remembered as too young.
    case remember(UnderageRecord)
    /// A passkey's signature counter did not rise, which is audited.
    case audit(RefusedCounter)
  }

  /// The account whose second factor has to be passed before the decision; nil for other problems.
  package var challengedAccount: String? { if case .challenge(let accountID) = consequence { accountID } else { nil } }

  /// What is stored about a person who is too young.
  package struct UnderageRecord: Equatable, Sendable {
    /// The keys by which the person is recognised for a day.
    package var subjects: [String]
    /// The account that belongs to the person. It is deleted.
    package var accountID: String?

    package init(subjects: [String], accountID: String?) {
      self.subjects = subjects
      self.accountID = accountID
    }
  }

  /// A passkey that may have been cloned, and its account.
  package struct RefusedCounter: Equatable, Sendable {
    package var factorID: String
    package var accountID: String

    package init(factorID: String, accountID: String) {
      self.factorID = factorID
      self.accountID = accountID
    }
  }

  /// One invalid field of an event's data.
  package typealias Field = InvalidField

  /// Whether the same event may succeed later. A refusal that says when to try again is not remembered either.
  package var isRetryable: Bool { code.isRetryable || retryAfter != nil }

  /// Whether the event was answered with a refusal. Other problems leave the event unanswered.
  package var isRefusal: Bool { code.exitStatus == 0 }
}

extension Problem {
  /// An `event/invalid` with its invalid fields.
  package static func invalid(_ fields: [Field]) -> Problem {
    let places = fields.map { "\($0.pointer.isEmpty ? "the data" : $0.pointer): \($0.detail)" }
    var problem = Problem(.eventInvalid, places.joined(separator: "; "))
    problem.fields = fields
    return problem
  }

  /// Invalid fields of an account. If all have their own code, the first one gives the problem its code, so that an
  /// app can distinguish a weak password from a missing name without reading each field.
  package static func invalidAccount(_ fields: [Field]) -> Problem {
    fields.allSatisfy { $0.code != .eventInvalid } ? invalid(fields).withCodeOfFirstField : invalid(fields)
  }

  /// Broken rules, sorted by rank. The first one gives the problem its code.
  package static func broken(_ unsorted: [Field]) -> Problem {
    invalid(unsorted.sorted { $0.rank < $1.rank }).withCodeOfFirstField
  }

  private var withCodeOfFirstField: Problem {
    guard let first = fields.first else { return self }
    var problem = self
    (problem.code, problem.message) = (first.code, Message(first.variant, first.values))
    return problem
  }

  /// An `event/invalid` with one invalid field. The code is that of the field.
  package static func invalid(_ pointer: String, _ code: ErrorCode = .eventInvalid, _ detail: String) -> Problem {
    .invalid([Field(pointer: pointer, code: code, detail: detail)])
  }

  /// A variable, file or policy is unusable; `name` is the variable.
  package static func misconfigured(_ name: String, _ detail: String, cause: String? = nil) -> Problem {
    Problem(.misconfigured, "\(name): \(detail)", cause: cause)
  }

  /// A URL of the policy whose requests and answers others could read or change.
  package static func notConfidential(_ url: String, at pointer: String) -> Problem {
    .misconfigured(
      "POLICY_FILE", "\(pointer): \(url) is not https (http is allowed only for loopback with ALLOW_INSECURE=1)")
  }

  /// A `service/unavailable`: the database or another service has failed or did not answer in time.
  /// - Parameter retryAfter: when it has probably passed, if that is known.
  package static func unavailable(_ detail: String, cause: String, retryAfter: Duration? = nil) -> Problem {
    Problem(.unavailable, detail, retryAfter: retryAfter, cause: cause)
  }

  /// A state that the code considers impossible.
  package static func bug(_ cause: String) -> Problem {
    Problem(.internalError, "a bug of the service; its log has the cause", cause: cause)
  }

  /// Refused because of the account's role.
  package static func roleMismatch(accountIs role: String) -> Problem {
    Problem(.roleMismatch, "the account has the role \"\(role)\"", message: Message(nil, ["role": role]))
  }
}

extension Problem {
  /// The answer's `error` member (RFC 9457). The caller gives the messages for people.
  package func json(userMessage: String, fieldMessages: [String]) -> JSON {
    .object([
      "type": JSON("urn:vestibule:" + code.rawValue),
      "status": JSON(code.status),
      "code": JSON(code.rawValue),
      "title": JSON(code.title),
      "detail": JSON(detail),
      "userMessage": JSON(userMessage),
      "retryable": .bool(isRetryable),
      "retryAfter": retryAfter.map { JSON(max(1, $0.secondsRoundedUp)) },
      "requiresAction": (hints.action ?? (message.variant == Message.withoutPassword ? nil : code.requiredAction)).map {
        JSON($0.rawValue)
      },
      "providers": hints.providers.map { JSON($0) },
      "clientId": hints.clientID.map(JSON.string), "invitationId": hints.invitationID.map(JSON.string),
      "errors": fields.isEmpty
        ? nil
        : .array(
          zip(fields, fieldMessages).map { field, message in
            [
              "pointer": .string(field.pointer), "code": .string(field.code.rawValue),
              "detail": .string(field.detail), "userMessage": .string(message),
            ]
          }),
    ])
  }
}
