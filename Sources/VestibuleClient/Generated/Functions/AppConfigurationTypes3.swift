// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The relying party of passkeys; absent if they are off.
public struct AppConfigurationSignInPasskey: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AppConfigurationSignInPasskey") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The relying party's id: the domain to which passkeys belong.
  @_alwaysEmitIntoClient public var rpID: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(rpID: String) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = rpID
    self.json = json
  }
}

/// Whether an account needs a verified address before it reaches the app's functions.
public struct Requirement: OpenEnumeration, Hashable {
  /// `required`
  @_alwaysEmitIntoClient public static var required: Requirement { Requirement(rawValue: "required") }
  /// `optional`
  @_alwaysEmitIntoClient public static var optional: Requirement { Requirement(rawValue: "optional") }

  /// The text of the value.
  public var rawValue: String { text.value }
  private let text: EnumerationText

  /// The value with this text.
  public init(rawValue: String) { text = EnumerationText(rawValue) }
}

/// Whether people have a user name, with which they can sign in instead of the address.
public struct Presence: OpenEnumeration, Hashable {
  /// `required`
  @_alwaysEmitIntoClient public static var required: Presence { Presence(rawValue: "required") }
  /// `optional`
  @_alwaysEmitIntoClient public static var optional: Presence { Presence(rawValue: "optional") }
  /// `off`
  @_alwaysEmitIntoClient public static var off: Presence { Presence(rawValue: "off") }

  /// The text of the value.
  public var rawValue: String { text.value }
  private let text: EnumerationText

  /// The value with this text.
  public init(rawValue: String) { text = EnumerationText(rawValue) }
}

/// Whether telephone numbers of other countries than that of `callingCode` are accepted.
public struct AppConfigurationProfileForeignPhones: OpenEnumeration, Hashable {
  /// `allowed`
  @_alwaysEmitIntoClient public static var allowed: AppConfigurationProfileForeignPhones {
    AppConfigurationProfileForeignPhones(rawValue: "allowed")
  }
  /// `refused`
  @_alwaysEmitIntoClient public static var refused: AppConfigurationProfileForeignPhones {
    AppConfigurationProfileForeignPhones(rawValue: "refused")
  }

  /// The text of the value.
  public var rawValue: String { text.value }
  private let text: EnumerationText

  /// The value with this text.
  public init(rawValue: String) { text = EnumerationText(rawValue) }
}

/// The service whose widget gives the token for the header X-Bot-Token.
public struct AppConfigurationBotCheckProvider: OpenEnumeration, Hashable {
  /// `turnstile`
  @_alwaysEmitIntoClient public static var turnstile: AppConfigurationBotCheckProvider {
    AppConfigurationBotCheckProvider(rawValue: "turnstile")
  }
  /// `hcaptcha`
  @_alwaysEmitIntoClient public static var hcaptcha: AppConfigurationBotCheckProvider {
    AppConfigurationBotCheckProvider(rawValue: "hcaptcha")
  }
  /// `recaptcha`
  @_alwaysEmitIntoClient public static var recaptcha: AppConfigurationBotCheckProvider {
    AppConfigurationBotCheckProvider(rawValue: "recaptcha")
  }

  /// The text of the value.
  public var rawValue: String { text.value }
  private let text: EnumerationText

  /// The value with this text.
  public init(rawValue: String) { text = EnumerationText(rawValue) }
}

/// At most `max` events per `seconds`. A key that reaches the limit is refused for `blockSeconds`.
public struct RateLimit: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("RateLimit") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The number of events that are allowed in the interval.
  @_alwaysEmitIntoClient public var max: Int {
    get { json[integer: 0] }
    set { update { $0[integer: 0] = newValue } }
  }

  /// The length of the interval in seconds.
  @_alwaysEmitIntoClient public var seconds: Int {
    get { json[integer: 1] }
    set { update { $0[integer: 1] = newValue } }
  }

  /// How long a key that has reached the limit is refused, in seconds; absent if it is refused only until the
  /// interval has passed.
  @_alwaysEmitIntoClient public var blockSeconds: Int? {
    get { json[integer: 2] }
    set { update { $0[integer: 2] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(max: Int, seconds: Int, blockSeconds: Int? = nil) {
    var json = JSONMembers(Self.shape)
    json[integer: 0] = max
    json[integer: 1] = seconds
    json[integer: 2] = blockSeconds
    self.json = json
  }
}

/// The form of the nonce in the token: its SHA-256 in lower-case hexadecimal, or unchanged.
public struct AppConfigurationSignInProviderNonceForm: OpenEnumeration, Hashable {
  /// `sha256`
  @_alwaysEmitIntoClient public static var sha256: AppConfigurationSignInProviderNonceForm {
    AppConfigurationSignInProviderNonceForm(rawValue: "sha256")
  }
  /// `plain`
  @_alwaysEmitIntoClient public static var plain: AppConfigurationSignInProviderNonceForm {
    AppConfigurationSignInProviderNonceForm(rawValue: "plain")
  }

  /// The text of the value.
  public var rawValue: String { text.value }
  private let text: EnumerationText

  /// The value with this text.
  public init(rawValue: String) { text = EnumerationText(rawValue) }
}

/// A kind of characters; `letter` is either case.
public struct AppConfigurationSignInPasswordRequireItem: OpenEnumeration, Hashable {
  /// `upper`
  @_alwaysEmitIntoClient public static var upper: AppConfigurationSignInPasswordRequireItem {
    AppConfigurationSignInPasswordRequireItem(rawValue: "upper")
  }
  /// `lower`
  @_alwaysEmitIntoClient public static var lower: AppConfigurationSignInPasswordRequireItem {
    AppConfigurationSignInPasswordRequireItem(rawValue: "lower")
  }
  /// `digit`
  @_alwaysEmitIntoClient public static var digit: AppConfigurationSignInPasswordRequireItem {
    AppConfigurationSignInPasswordRequireItem(rawValue: "digit")
  }
  /// `letter`
  @_alwaysEmitIntoClient public static var letter: AppConfigurationSignInPasswordRequireItem {
    AppConfigurationSignInPasswordRequireItem(rawValue: "letter")
  }
  /// `symbol`
  @_alwaysEmitIntoClient public static var symbol: AppConfigurationSignInPasswordRequireItem {
    AppConfigurationSignInPasswordRequireItem(rawValue: "symbol")
  }

  /// The text of the value.
  public var rawValue: String { text.value }
  private let text: EnumerationText

  /// The value with this text.
  public init(rawValue: String) { text = EnumerationText(rawValue) }
}
