// SPDX-License-Identifier: Apache-2.0

/// Why a row was skipped, or which of its values were not imported: the `reason` of a report's line.
enum Reason: String, Error, CaseIterable {
  // The row was skipped.
  case nothingToSignInWith = "nothing-to-sign-in-with"
  case emailInvalid = "email-invalid"
  /// The policy does not allow addresses of that domain.
  case domainNotAllowed = "domain-not-allowed"
  /// The person was refused because of their age within the last day.
  case underage
  /// An account has the address, and the row does not prove it.
  case emailInUse = "email-in-use"
  /// The account of the address has another identity of the row's provider: the mailbox may have got another owner.
  case providerAlreadyLinked = "provider-already-linked"
  /// The row's identities belong to two accounts.
  case accountsDiffer = "accounts-differ"
  case roleMissing = "role-missing"
  /// The policy has no such role, and no `--role` maps it.
  case roleUnknown = "role-unknown"
  /// The person has set the inviter's role themselves.
  case roleSelfAssigned = "role-self-assigned"
  /// The source has deleted the person, or their account is being deleted here.
  case deleted = "deleted"
  case anonymous = "anonymous"
  /// No account has the identity whose subject is transferred.
  case identityUnknown = "identity-unknown"
  /// A column that may lock the person has an unknown word.
  case unclearStatus = "unclear-status"
  /// An earlier row of the source has the same id.
  case idRepeated = "id-repeated"
  /// The account of the row's id has another address, and none of the row's identities.
  case idOfAnother = "id-of-another"

  // The row was imported without the value.
  case passwordFormatUnknown = "password-format-unknown"
  /// The hash exceeds the maximum cost.
  case passwordTooCostly = "password-too-costly"
  case passwordNeedsReset = "password-needs-reset"
  case displayNameInvalid = "display-name-invalid"
  case usernameInvalid = "username-invalid"
  /// Another account has the user name.
  case usernameInUse = "username-in-use"
  case phoneInvalid = "phone-invalid"
  case photoURLInvalid = "photo-url-invalid"
  case localeInvalid = "locale-invalid"
  case createdAtInvalid = "created-at-invalid"
  /// A column that says whether the address is verified has neither a flag nor a timestamp.
  case emailVerifiedInvalid = "email-verified-invalid"
  case identityInvalid = "identity-invalid"
  case profileInvalid = "profile-invalid"
  /// The person uses a provider that is not supported here.
  case providerUnsupported = "provider-unsupported"

  // The account has a different value, which stays.
  /// A value has changed in the source, and was changed here too.
  case changedHere = "changed-here"
  case passwordKept = "password-kept"
  case emailKept = "email-kept"
  case roleKept = "role-kept"
}
