// SPDX-License-Identifier: Apache-2.0

/// Finds, accepts and declines invitations and join links, in the transaction of a decision.
package struct Invitations {
  let decision: Decision
}
