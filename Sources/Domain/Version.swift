// SPDX-License-Identifier: Apache-2.0

/// The release, for `--version` and the user agent of requests.
public let vestibuleVersion = "0.1.0"
