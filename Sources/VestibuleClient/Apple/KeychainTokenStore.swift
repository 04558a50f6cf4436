// SPDX-License-Identifier: Apache-2.0

// Not compiled on Linux, where the kit is built and tested.
#if canImport(Security)
  public import Foundation
  import Security

  /// Keeps the tokens in the keychain of this device, which is readable after the device was unlocked once.
  public struct KeychainTokenStore: TokenStore {
    private let service: String
    private let account: String

    /// - Parameters:
    ///   - service: the name of the entry, such as the app's bundle id.
    ///   - account: distinguishes entries of one service.
    public init(service: String, account: String = "session") {
      self.service = service
      self.account = account
    }

    private var query: [String: Any] {
      [
        kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
        kSecAttrAccount as String: account,
      ]
    }

    /// The stored session; nil if there is no entry.
    public func read() throws -> StoredSession? {
      var found: CFTypeRef?
      let wanted = query.merging([kSecReturnData as String: true, kSecMatchLimit as String: kSecMatchLimitOne]) { $1 }
      let status = SecItemCopyMatching(wanted as CFDictionary, &found)
      if status == errSecItemNotFound { return nil }
      guard status == errSecSuccess, let data = found as? Data else { throw failure(status) }
      return try JSONDecoder.vestibule().decode(StoredSession.self, from: data)
    }

    /// Replaces the entry, or removes it.
    public func write(_ session: StoredSession?) throws {
      guard let session else {
        let status = SecItemDelete(query as CFDictionary)
        guard status == errSecSuccess || status == errSecItemNotFound else { throw failure(status) }
        return
      }
      let values: [String: Any] = [
        kSecValueData as String: try JSONEncoder.vestibule().encode(session),
        kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
      ]
      var status = SecItemUpdate(query as CFDictionary, values as CFDictionary)
      if status == errSecItemNotFound { status = SecItemAdd(query.merging(values) { $1 } as CFDictionary, nil) }
      guard status == errSecSuccess else { throw failure(status) }
    }

    private func failure(_ status: OSStatus) -> NSError { NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }
  }
#endif
