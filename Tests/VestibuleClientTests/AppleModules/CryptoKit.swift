// SPDX-License-Identifier: Apache-2.0

// Hashes: developer.apple.com/documentation/cryptokit.
public import Foundation

public struct SHA256Digest: Sequence, Sendable {
  public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
}

public struct SHA256 {
  public static func hash<D: DataProtocol>(data: D) -> SHA256Digest { fatalError() }
}
