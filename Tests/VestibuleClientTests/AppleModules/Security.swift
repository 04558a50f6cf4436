// SPDX-License-Identifier: Apache-2.0
// The names of functions are those of the library in C.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The keychain: developer.apple.com/documentation/security/keychain_services. Core Foundation's types, which Foundation
// brings along there, are here too.
@_exported import Foundation

public typealias OSStatus = Int32
public typealias CFTypeRef = AnyObject
// There these are classes, to which Swift's own types convert with `as`.
public typealias CFString = String
public typealias CFDictionary = [String: Any]

public let kSecClass = ""
public let kSecClassGenericPassword = ""
public let kSecAttrService = ""
public let kSecAttrAccount = ""
public let kSecAttrAccessGroup = ""
public let kSecAttrAccessible = ""
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly = ""
public let kSecUseDataProtectionKeychain = ""
public let kSecValueData = ""
public let kSecReturnData = ""
public let kSecMatchLimit = ""
public let kSecMatchLimitOne = ""
public let errSecSuccess: OSStatus = 0
public let errSecItemNotFound: OSStatus = -25300

public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  fatalError()
}
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  fatalError()
}
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus { fatalError() }
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { fatalError() }
