// SPDX-License-Identifier: Apache-2.0

/// Why a call has no result.
public enum VestibuleError: Error, Equatable, Sendable {
  /// The server refused the request. Its `code` is of the closed catalogue.
  case refused(Problem)
  /// There was no answer, also after repetitions. The text is for developers.
  case unreachable(String)
  /// The answer is not one of this server, such as that of a proxy. The reason is for developers.
  case unintelligible(status: Int, reason: String)
  /// The request cannot be written as JSON, such as one with a number that is not finite, and was not sent. The text is
  /// for developers.
  case invalidRequest(String)
  /// There is no invitation to accept: none has opened the app.
  case noInvitation
  /// The call needs a session, and there is none.
  case signedOut
  /// The task that made the call was cancelled. The server may have granted the request nevertheless.
  case cancelled
  /// The person closed the dialog of an identity provider.
  case signInCancelled
  /// The tokens could not be read or written. The text is for developers.
  case storage(String)
  /// The dialog of an identity provider failed, such as Apple's where the app lacks the entitlement. The text is for
  /// developers.
  case provider(String)

  /// The problem of a refusal; nil for other errors.
  public var problem: Problem? { if case .refused(let problem) = self { problem } else { nil } }
  /// The code of a refusal; nil for other errors. A code that this version does not know is `.other`.
  public var code: ErrorCode? { problem?.code }
  /// The invalid fields of a refusal.
  public var fields: [FieldProblem] { problem?.errors ?? [] }
  /// The seconds to wait before the next attempt, if they are known.
  public var retryAfter: Int? { problem?.retryAfter }
  /// What the person can do, in the words of the server; nil if no action helps.
  public var requiresAction: RequiredAction? { problem?.requiresAction }

  /// The invalid field at a place, such as `/email`; nil if that field is not invalid.
  public func field(_ pointer: String) -> FieldProblem? { fields.first { $0.pointer == pointer } }

  /// The text of a refusal for the person, in the caller's language.
  ///
  /// `AppConfiguration.message(for:)` and `text(in:)` have one for every error.
  public var userMessage: String? { problem?.userMessage }

  /// What the app or the person should do next.
  public var advice: Advice {
    switch self {
    case .refused(let problem): Advice(problem)
    case .unreachable, .unintelligible: .tryAgain
    case .invalidRequest: .contactSupport
    case .noInvitation: .askInviter
    case .signedOut: .signIn
    case .cancelled, .signInCancelled: .nothing
    case .storage, .provider: .tryAgain
    }
  }
}

/// What to do about an error.
public enum Advice: Hashable, Sendable {
  /// Show the messages of `fields` next to the fields.
  case correctFields
  /// Sign in again: the session has ended.
  case signIn
  /// Prove again who the person is, with `reauthenticate`.
  case reauthenticate
  /// Verify the address, with the code of the mail.
  case verifyEmail
  /// Add what `missing` names, with `complete-account`.
  case completeAccount
  /// Answer the challenge of a second factor.
  case answerChallenge
  /// Enroll a second factor.
  case enrollFactor
  /// Restore the account, which is being deleted.
  case restoreAccount
  /// Offer to reset the password.
  case resetPassword
  /// Wait that many seconds, and try again.
  case wait(seconds: Int)
  /// Try again later.
  case tryAgain
  /// Ask the inviter for another invitation.
  case askInviter
  /// Contact the app's support.
  case contactSupport
  /// Show the message; nothing else helps.
  case showMessage
  /// Do nothing.
  case nothing

  init(_ problem: Problem) {
    if let action = problem.requiresAction.flatMap(Self.init(action:)) {
      // `reauthenticate` needs a session, which has ended.
      self = problem.code.endsSession ? .signIn : action
    } else if let seconds = problem.retryAfter {
      self = .wait(seconds: seconds)
    } else if problem.retryable {
      self = .tryAgain
    } else if !(problem.errors ?? []).isEmpty {
      self = .correctFields
    } else {
      self.init(code: problem.code)
    }
  }

  private init?(action: RequiredAction) {
    switch action {
    case .signIn: self = .signIn
    case .verifyEmail: self = .verifyEmail
    case .completeAccount: self = .completeAccount
    case .answerChallenge: self = .answerChallenge
    case .enrollFactor: self = .enrollFactor
    case .restoreAccount: self = .restoreAccount
    case .resetPassword: self = .resetPassword
    case .reauthenticate: self = .reauthenticate
    case .contactSupport: self = .contactSupport
    default: return nil
    }
  }

  private init(code: ErrorCode) {
    switch code {
    case _ where code.endsSession: self = .signIn
    case .invitationExpired, .invitationRevoked, .invitationDeclined, .invitationSuperseded, .invitationNotFound:
      self = .askInviter
    case .serviceInternal, .serviceMisconfigured: self = .contactSupport
    default: self = .showMessage
    }
  }
}

extension ErrorCode {
  /// Whether the refusal of a call says that its session has ended.
  var endsSession: Bool { [.authSessionExpired, .authSessionRevoked, .authUnauthenticated].contains(self) }

  /// Whether the refusal of an acceptance says that the code is of no use any more.
  var endsInvitation: Bool {
    [
      .invitationNotFound, .invitationExpired, .invitationRevoked, .invitationDeclined, .invitationSuperseded,
      .invitationAlreadyAccepted,
    ].contains(self)
  }

  /// Whether the refusal of a refresh says that the session has ended.
  var endsRefresh: Bool { endsSession || [.authUserDisabled, .authUserNotFound].contains(self) }
}
