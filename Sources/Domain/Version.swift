// SPDX-License-Identifier: Apache-2.0

/// The release, as `--version` and outgoing requests say it.
public let vestibuleVersion = "0.1.0"
