// SPDX-License-Identifier: Apache-2.0

/// The release, for `--version` and the user agent of requests.
package let vestibuleVersion = "0.1.0"
