// SPDX-License-Identifier: Apache-2.0

import Domain

/// The result of a function that shows an account and its accountState.
package struct AccountOutput: FunctionOutput {
  let account: Account
  let accountState: AccountState

  package var json: JSON { JSON.object(["account": account.json]).merging(accountState.json) }
}

/// The result of a function that changes how an account signs in: all of its methods.
package struct ProvidersOutput: FunctionOutput {
  let methods: [SignInMethod]

  package var json: JSON { ["providers": JSON(methods.map(\.name))] }
}
