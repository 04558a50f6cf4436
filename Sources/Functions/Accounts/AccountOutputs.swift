// SPDX-License-Identifier: Apache-2.0

import Domain

/// The result of a function that shows an account and its standing.
public struct AccountOutput: FunctionOutput {
  let account: Account
  let standing: Standing

  public var json: JSON { JSON.object(["account": account.json]).merging(standing.json) }
}

/// The result of a function that changes how an account signs in: all of its providers.
public struct ProvidersOutput: FunctionOutput {
  let providers: [String]

  public var json: JSON { ["providers": JSON(providers)] }
}
