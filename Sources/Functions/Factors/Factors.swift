// SPDX-License-Identifier: Apache-2.0

/// Verifies second factors and records their use, in the transaction of a decision.
package struct Factors {
  let decision: Decision
}
