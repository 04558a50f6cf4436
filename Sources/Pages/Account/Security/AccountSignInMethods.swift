// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The sign-in methods, and whether a password can be set by mail.
struct AccountSignInMethods: PageModel {
  let providers: [String]
  /// Those that are not the last sign-in method.
  let removable: [String]
  let linkable: [Provider]
  let email: EmailAddress?
  let hasPasswords: Bool

  static let variables: [PageVariable<Self>] = [
    .list("linkable") { $0.linkable.map(OfferedProvider.init) }, .text("email") { $0.email?.text },
    .flag("hasPassword") { $0.providers.contains("password") },
    .flag("takesPassword") { $0.hasPasswords && $0.email != nil }, .flag("hasMethods") { !$0.providers.isEmpty },
    .flag("hasSignInSection") { !$0.providers.isEmpty || !$0.linkable.isEmpty || $0.hasPasswords && $0.email != nil },
    .list("methods") { shown in
      shown.providers.enumerated().map {
        ShownSignInMethod(index: $0, name: $1, isRemovable: shown.removable.contains($1))
      }
    },
  ]
}

private struct ShownSignInMethod: PageModel {
  let index: Int
  let name: String
  let isRemovable: Bool

  static let variables: [PageVariable<Self>] = [
    .text("id") { "method-\($0.index)" }, .text("name") { $0.name }, .flag("isPassword") { $0.name == "password" },
    .text("shown") { Provider.displayName(of: $0.name) }, .flag("isRemovable") { $0.isRemovable },
  ]
}
