// SPDX-License-Identifier: Apache-2.0

/// Finds the accounts of identities at providers, and links and unlinks identities, in the transaction of a decision.
package struct Identities {
  let decision: Decision
}
