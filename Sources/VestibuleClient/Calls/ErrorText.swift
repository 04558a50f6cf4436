// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What `error.localizedDescription` says, which is what alerts of SwiftUI show.
extension VestibuleError: LocalizedError {
  /// The text for the person: the server's words about a refusal, and the kit's in the language of this device
  /// otherwise.
  public var errorDescription: String? { text(in: Locale.preferredLanguages.first ?? "en") }

  /// The text for developers.
  public var failureReason: String? {
    switch self {
    case .refused(let problem): "\(problem.code.rawValue): \(problem.detail)"
    case .unreachable(let reason), .storage(let reason), .provider(let reason), .invalidRequest(let reason): reason
    case .unintelligible(let status, let reason):
      "the answer with the status \(status) is not one of this server: \(reason)"
    case .noInvitation: "no invitation has opened the app"
    case .signedOut: "the call needs a session"
    case .cancelled: "the task was cancelled"
    case .signInCancelled: "the person closed the dialog of the identity provider"
    }
  }

  /// The text for the person, in a language such as `de`. The words about a refusal are those of the server, in the
  /// language of the client.
  public func text(in language: String) -> String {
    switch self {
    case .refused(let problem): problem.userMessage
    case .unreachable: KitText.offline.text(in: language)
    case .unintelligible, .invalidRequest, .provider: KitText.failed.text(in: language)
    case .noInvitation: KitText.noInvitation.text(in: language)
    case .signedOut: KitText.signedOut.text(in: language)
    case .cancelled: KitText.cancelled.text(in: language)
    case .signInCancelled: KitText.signInCancelled.text(in: language)
    case .storage: KitText.notStored.text(in: language)
    }
  }
}
