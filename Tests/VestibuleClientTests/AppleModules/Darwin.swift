// SPDX-License-Identifier: Apache-2.0

// The C library of Apple's systems.
@_exported import Glibc
