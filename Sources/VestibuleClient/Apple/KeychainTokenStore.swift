// SPDX-License-Identifier: Apache-2.0

// Type-checked by scripts/check-apple, because the kit is built and tested on Linux.
#if canImport(Security)
  public import Foundation
  import Security

  /// Keeps the tokens in the keychain of this device, which is readable after the device was unlocked once.
  public struct KeychainTokenStore: InvitationStore {
    private let service: String
    private let account: String
    private let entries: KeychainEntries<DeviceKeychain>

    /// - Parameters:
    ///   - service: the name of the entry, such as the app's bundle id.
    ///   - account: distinguishes entries of one service.
    ///   - accessGroup: shares the entry with the app's extensions and the developer's other apps, such as
    ///     `ABCDE12345.com.example.shared`; nil for this app alone.
    public init(service: String, account: String = "session", accessGroup: String? = nil) {
      self.service = service
      self.account = account
      entries = KeychainEntries(keychain: DeviceKeychain(service: service, accessGroup: accessGroup))
    }

    private var invitationAccount: String { "\(account).invitation" }

    /// The app's folder for data that it needs, in a folder of the service and the account.
    public var answersFolder: URL? {
      FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first?
        .appendingPathComponent(service).appendingPathComponent(account)
    }

    /// The stored session; nil if there is no entry.
    public func read() throws -> StoredSession? { try entries.session(of: account) }

    /// Replaces the entry, or removes it.
    public func write(_ session: StoredSession?) throws { try entries.replace(account, with: session) }

    /// The stored code of an invitation; nil if there is no entry.
    public func readInvitation() throws -> String? { try entries.text(of: invitationAccount) }

    /// Replaces the entry of the invitation, or removes it.
    public func writeInvitation(_ code: String?) throws { try entries.replace(invitationAccount, with: code) }
  }

  /// The keychain of the device.
  private struct DeviceKeychain: Keychain {
    let service: String
    let accessGroup: String?

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

    private func values(_ data: Data) -> [String: Any] {
      [
        kSecValueData as String: data,
        kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
      ]
    }

    func find(_ account: String) -> (status: Int32, data: Data?) {
      var found: CFTypeRef?
      let wanted = query(account).merging([kSecReturnData as String: true, kSecMatchLimit as String: kSecMatchLimitOne])
      { $1 }
      let status = SecItemCopyMatching(wanted as CFDictionary, &found)
      return (status, found as? Data)
    }

    func add(_ account: String, _ data: Data) -> Int32 {
      SecItemAdd(query(account).merging(values(data)) { $1 } as CFDictionary, nil)
    }

    func update(_ account: String, _ data: Data) -> Int32 {
      SecItemUpdate(query(account) as CFDictionary, values(data) as CFDictionary)
    }

    func delete(_ account: String) -> Int32 { SecItemDelete(query(account) as CFDictionary) }
  }
#endif
