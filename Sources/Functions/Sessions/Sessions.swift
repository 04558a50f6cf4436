// SPDX-License-Identifier: Apache-2.0

/// Starts sessions and makes their tokens, in the transaction of a decision.
package struct Sessions {
  let decision: Decision
}
