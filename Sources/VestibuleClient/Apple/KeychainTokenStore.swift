// SPDX-License-Identifier: Apache-2.0

// Type-checked by scripts/check-apple, because the kit is built and tested on Linux.
#if canImport(Security)
  public import Foundation
  import Security

  /// Keeps the tokens in the keychain of this device, which is readable after the device was unlocked once.
  public struct KeychainTokenStore: InvitationStore {
    private let service: String
    private let account: String
    private let accessGroup: String?

    /// - Parameters:
    ///   - service: the name of the entry, such as the app's bundle id.
    ///   - account: distinguishes entries of one service.
    ///   - accessGroup: shares the entry with the app's extensions and the developer's other apps, such as
    ///     `ABCDE12345.com.example.shared`; nil for this app alone.
    public init(service: String, account: String = "session", accessGroup: String? = nil) {
      self.service = service
      self.account = account
      self.accessGroup = accessGroup
    }

    private func query(_ account: String) -> [String: Any] {
      var query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
        kSecAttrAccount as String: account,
        // The keychain of iOS, on macOS too: the other one has no access groups.
        kSecUseDataProtectionKeychain as String: true,
      ]
      query[kSecAttrAccessGroup as String] = accessGroup
      return query
    }

    private var invitationAccount: String { "\(account).invitation" }

    /// The app's folder for data that it needs, in a folder of the service and the account.
    public var answersFolder: URL? {
      FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first?
        .appendingPathComponent(service).appendingPathComponent(account)
    }

    /// The stored session; nil if there is no entry.
    public func read() throws -> StoredSession? {
      try data(account).map { try JSONDecoder.vestibule().decode(StoredSession.self, from: $0) }
    }

    /// Replaces the entry, or removes it.
    public func write(_ session: StoredSession?) throws {
      try replace(account, with: try session.map { try JSONEncoder.vestibule().encode($0) })
    }

    /// The stored code of an invitation; nil if there is no entry.
    public func readInvitation() throws -> String? {
      try data(invitationAccount).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Replaces the entry of the invitation, or removes it.
    public func writeInvitation(_ code: String?) throws {
      try replace(invitationAccount, with: code.map { Data($0.utf8) })
    }

    private func data(_ account: String) throws -> Data? {
      var found: CFTypeRef?
      let wanted = query(account).merging([kSecReturnData as String: true, kSecMatchLimit as String: kSecMatchLimitOne])
      { $1 }
      let status = SecItemCopyMatching(wanted as CFDictionary, &found)
      if status == errSecItemNotFound { return nil }
      guard status == errSecSuccess, let data = found as? Data else { throw failure(status) }
      return data
    }

    private func replace(_ account: String, with data: Data?) throws {
      guard let data else {
        let status = SecItemDelete(query(account) as CFDictionary)
        guard status == errSecSuccess || status == errSecItemNotFound else { throw failure(status) }
        return
      }
      let values: [String: Any] = [
        kSecValueData as String: data,
        kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
      ]
      var status = SecItemUpdate(query(account) as CFDictionary, values as CFDictionary)
      if status == errSecItemNotFound {
        status = SecItemAdd(query(account).merging(values) { $1 } as CFDictionary, nil)
      }
      guard status == errSecSuccess else { throw failure(status) }
    }

    private func failure(_ status: OSStatus) -> NSError { NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }
  }
#endif
