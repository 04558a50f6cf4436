// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The sign-in methods, and whether a password can be set by mail.
struct AccountSignInMethods: PageModel {
  let methods: [SignInMethod]
  /// The methods without which the account can still sign in.
  let removable: [SignInMethod]
  let linkable: [Provider]
  let email: EmailAddress?
  let hasPasswords: Bool

  static let variables: [PageVariable<Self>] = [
    .list("linkable") { $0.linkable.map(OfferedProvider.init) }, .text("email") { $0.email?.text },
    .flag("hasPassword") { $0.methods.contains(.password) },
    .flag("takesPassword") { $0.hasPasswords && $0.email != nil }, .flag("hasMethods") { !$0.methods.isEmpty },
    .flag("hasSignInSection") { !$0.methods.isEmpty || !$0.linkable.isEmpty || $0.hasPasswords && $0.email != nil },
    .flag("canAddMethod") {
      !$0.linkable.isEmpty || $0.hasPasswords && $0.email != nil && !$0.methods.contains(.password)
    },
    .list("methods") { shown in
      shown.methods.enumerated().map {
        ShownSignInMethod(index: $0, method: $1, isRemovable: shown.removable.contains($1))
      }
    },
  ]
}

private struct ShownSignInMethod: PageModel {
  let index: Int
  let method: SignInMethod
  let isRemovable: Bool

  static let variables: [PageVariable<Self>] = [
    .text("id") { "method-\($0.index)" }, .text("name") { $0.method.name },
    .flag("isPassword") { $0.method == .password },
    .text("shown") { $0.method.displayName }, .flag("isRemovable") { $0.isRemovable },
  ]
}
