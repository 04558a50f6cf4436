// SPDX-License-Identifier: Apache-2.0

/// Why a row was skipped, or what of it was not taken: the `reason` of a report's line.
enum Reason: String, Error, CaseIterable {
  // The row was skipped.
  case nothingToSignInWith = "nothing-to-sign-in-with"
  case emailInvalid = "email-invalid"
  /// The policy does not allow addresses of that domain.
  case domainNotAllowed = "domain-not-allowed"
  /// They were refused for their age within the last day.
  case underage
  /// Somebody here has the address, and the row does not prove it.
  case emailInUse = "email-in-use"
  /// The row's identities belong to two accounts.
  case accountsDiffer = "accounts-differ"
  case roleMissing = "role-missing"
  /// The policy has no such role, and no `--role` says which it is.
  case roleUnknown = "role-unknown"
  /// The person gave themselves the inviter's role.
  case roleSelfAssigned = "role-self-assigned"
  case deleted = "deleted"
  case anonymous = "anonymous"
  /// An earlier row of the source has the same id.
  case idRepeated = "id-repeated"

  // The row was taken without it.
  case passwordFormatUnknown = "password-format-unknown"
  /// Its hash asks for more work than is done for any.
  case passwordTooCostly = "password-too-costly"
  case passwordNeedsReset = "password-needs-reset"
  case displayNameInvalid = "display-name-invalid"
  case phoneInvalid = "phone-invalid"
  case photoURLInvalid = "photo-url-invalid"
  case localeInvalid = "locale-invalid"
  case createdAtInvalid = "created-at-invalid"
  case identityInvalid = "identity-invalid"
  /// They sign in with somebody whom nobody can sign in with here.
  case providerUnsupported = "provider-unsupported"

  // The account has something else, which it keeps.
  case passwordKept = "password-kept"
  case emailKept = "email-kept"
  case roleKept = "role-kept"
}
