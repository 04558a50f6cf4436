// SPDX-License-Identifier: Apache-2.0

/// The addresses and user names with which people sign in by password.
package struct Logins {
  let decision: Decision
}
