// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// An error in the form that clients of Supabase Auth decode.
struct SupabaseError {
  let code: SupabaseErrorCode
  let status: Int
  let message: String
  /// Which rules a password breaks: `length`, `characters`, `pwned`.
  var reasons: [String] = []
  var retryAfter: Int?

  private init(_ code: SupabaseErrorCode, _ status: Int, _ message: String) {
    (self.code, self.status, self.message) = (code, status, message)
  }

  /// What Supabase Auth has, and this service does not.
  static func notOffered(_ code: SupabaseErrorCode, _ message: String = notOfferedMessage) -> SupabaseError {
    SupabaseError(code, 501, message)
  }

  static let notOfferedMessage = "This service does not offer that part of Supabase Auth"

  /// A route for signed-in people was called without a token.
  static let noToken = SupabaseError(.noAuthorization, 401, "This route needs the access token of a session")

  /// - Parameter route: nil if the request has none.
  init(_ problem: Problem, _ answer: ErrorResult, of route: SupabaseRoute?) {
    let (code, status) = Self.exception(problem, route) ?? problem.code.supabase
    // The developer of a backend reads the message, and nobody else.
    let isForDevelopers = route?.access == .serviceKey || answer.userMessage.isEmpty
    self.init(code, status, isForDevelopers ? answer.detail : answer.fieldMessages.first ?? answer.userMessage)
    retryAfter = answer.retryAfter
    if code == .weakPassword {
      for reason in problem.fields.filter({ $0.code == .weakPassword }).map(Self.reason) where !reasons.contains(reason)
      {
        reasons.append(reason)
      }
    }
  }

  /// Why a password is weak, in Supabase's words.
  private static func reason(_ field: Problem.Field) -> String {
    switch field.variant {
    case "too-common", "common": "pwned"
    case "too-short", "too-long", nil: "length"
    default: "characters"
    }
  }

  /// The limits of mails.
  private static let ofMails: [Limit.Name] = [.verifyEmail, .verifyEmailPause, .resetPassword, .mailRequests]

  /// Why the code of an invitation opens nothing.
  private static let ofInvitations: [ErrorCode] = [
    .invitationNotFound, .invitationExpired, .invitationRevoked, .invitationDeclined, .invitationSuperseded,
    .invitationAlreadyAccepted,
  ]

  /// Where the name depends on more than the code of this service.
  private static func exception(_ problem: Problem, _ route: SupabaseRoute?) -> (SupabaseErrorCode, Int)? {
    let path = route?.path ?? []
    switch problem.code {
    case .tooManyRequests where problem.audited.limit.map(ofMails.contains) ?? false:
      return (.overEmailSendRateLimit, 429)
    case .emailAlreadyInUse where path == ["signup"]: return (.userAlreadyExists, 422)
    case .sessionRevoked where path == ["token"] && problem.sessionEnd == .tokenReused:
      return (.refreshTokenAlreadyUsed, 400)
    case .sessionRevoked where path == ["token"] && problem.sessionEnd == nil: return (.refreshTokenNotFound, 400)
    case .providerNotEnabled where path == ["signup"] || path == ["recover"]: return (.emailProviderDisabled, 400)
    case .providerNotEnabled where ["otp", "magiclink"].contains(path.first): return (.otpDisabled, 422)
    case .codeExpired where path == ["token"]: return (.flowStateNotFound, 404)
    case .codeInvalid where path == ["token"]: return (.badCodeVerifier, 400)
    case .providerNotEnabled where path == ["verify"]: return (.otpDisabled, 422)
    case _ where path == ["verify"] && ofInvitations.contains(problem.code): return (.otpExpired, 403)
    case .codeInvalid where path.first == "factors": return (.mfaVerificationFailed, 422)
    case .codeExpired where path.first == "factors": return (.mfaChallengeExpired, 422)
    case .notFound where path.first == "factors": return (.mfaFactorNotFound, 404)
    case .providerNotEnabled where path == ["factors"]: return (.mfaTOTPEnrollNotEnabled, 422)
    case .eventInvalid where path == ["factors"] && problem.fields.contains { $0.pointer == "/type" }:
      return (.tooManyEnrolledMFAFactors, 422)
    case .eventInvalid where path == ["factors"] && problem.fields.contains { $0.pointer == "/friendly_name" }:
      return (.mfaFactorNameConflict, 422)
    case .weakPassword where problem.message.variant == SupabaseRequest.samePassword: return (.samePassword, 422)
    case .notFound where path.prefix(2) == ["user", "identities"]: return (.identityNotFound, 404)
    case .codeInvalid where path == ["user"], .codeExpired where path == ["user"]:
      return (.reauthenticationNotValid, 422)
    case .eventInvalid where problem.fields.contains { $0.code == .weakPassword }: return (.weakPassword, 422)
    case .eventInvalid where problem.fields.contains { $0.code == .invalidEmail }: return (.emailAddressInvalid, 400)
    default: return nil
    }
  }

  /// - Parameter version: what the client has sent as the version of the interface.
  func response(_ version: String?) -> SupabaseResponse {
    let weakness: JSON? = code == .weakPassword ? ["reasons": JSON(reasons)] : nil
    let body: JSON =
      if version == SupabaseResponse.version {
        .object(["code": .string(code.rawValue), "message": .string(message), "weak_password": weakness])
      } else {
        .object([
          "code": JSON(status), "error_code": .string(code.rawValue), "msg": .string(message),
          "weak_password": weakness,
        ])
      }
    var response = SupabaseResponse(body, status: status).versioned(version)
    if let retryAfter { response.headers.append(("Retry-After", String(retryAfter))) }
    return response
  }
}
