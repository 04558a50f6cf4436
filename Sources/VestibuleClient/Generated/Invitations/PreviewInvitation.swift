// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Shows who invites, and to which app; consumes nothing.
public struct PreviewInvitationRequest: ReadingRequest {
  /// What `preview-invitation` answers.
  public typealias Answer = PreviewInvitationResult

  /// `POST /preview-invitation`. It needs no session.
  public static let function = FunctionCall("preview-invitation", at: "/preview-invitation", for: .anyone)

  /// The code in an invitation's link, or its short code: case and hyphens of that do not matter. At most 128
  /// characters.
  public var code: String

  /// Creates a request.
  public init(code: String) {
    self.code = code
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.code = try container.required("code")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(code, "code")
  }
}

/// What `preview-invitation` answers to ``PreviewInvitationRequest``.
public struct PreviewInvitationResult: Codable, Equatable, Sendable {
  /// Who invites.
  public var inviter: Inviter

  /// The app, and where to get it.
  public var app: App

  /// When the invitation ends: at noon UTC of the day after its last day.
  public var expiresAt: Date

  /// The methods with which a person can accept: providers of the policy, `password`, and with a mailed code to an
  /// address without an account `email` (the mail alone) and `passkey`.
  public var providers: [String]

  /// Who is invited; nil for a link by which many people join.
  public var client: InvitedPerson?

  /// A link by which many people join; nil for an invitation.
  public var joinLink: JoinLink?

  /// A team of inviters; only with `teams` of the policy.
  public var team: TeamName?

  /// Creates a value, such as for a test or a preview.
  public init(
    inviter: Inviter, app: App, expiresAt: Date, providers: [String], client: InvitedPerson? = nil,
    joinLink: JoinLink? = nil, team: TeamName? = nil
  ) {
    self.inviter = inviter
    self.app = app
    self.expiresAt = expiresAt
    self.providers = providers
    self.client = client
    self.joinLink = joinLink
    self.team = team
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.inviter = try container.required("inviter")
    self.app = try container.required("app")
    self.expiresAt = try container.required("expiresAt")
    self.providers = try container.required("providers")
    self.client = try container.optional("client")
    self.joinLink = try container.optional("joinLink")
    self.team = try container.optional("team")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(inviter, "inviter")
    try container.write(app, "app")
    try container.write(expiresAt, "expiresAt")
    try container.write(providers, "providers")
    try container.writeIfPresent(client, "client")
    try container.writeIfPresent(joinLink, "joinLink")
    try container.writeIfPresent(team, "team")
  }

  /// Who invites.
  public struct Inviter: Codable, Equatable, Sendable {
    /// The inviter's name.
    public var displayName: String

    /// What an inviter's invitations show instead of the app's name, color and logo.
    public var branding: Branding?

    /// Creates a value, such as for a test or a preview.
    public init(displayName: String, branding: Branding? = nil) {
      self.displayName = displayName
      self.branding = branding
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.displayName = try container.required("displayName")
      self.branding = try container.optional("branding")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(displayName, "displayName")
      try container.writeIfPresent(branding, "branding")
    }
  }

  /// A link by which many people join; nil for an invitation.
  public struct JoinLink: Codable, Equatable, Sendable {
    /// Whether the inviter has to agree to each person.
    public var approval: Bool

    /// Whether all places are taken.
    public var isFull: Bool

    /// What the inviter calls it; nil if it has none.
    public var name: String?

    /// Creates a value, such as for a test or a preview.
    public init(approval: Bool, isFull: Bool, name: String? = nil) {
      self.approval = approval
      self.isFull = isFull
      self.name = name
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.approval = try container.required("approval")
      self.isFull = try container.required("isFull")
      self.name = try container.optional("name")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(approval, "approval")
      try container.write(isFull, "isFull")
      try container.writeIfPresent(name, "name")
    }
  }

  /// The app, and where to get it.
  public struct App: Codable, Equatable, Sendable {
    /// The app's name.
    public var name: String

    /// The scheme of links that open the app: `pfa://invite?code=…`.
    public var urlScheme: String

    /// The app's URL in the App Store; nil if the policy has none.
    public var appStoreURL: String?

    /// The app's URL in Google Play; nil if the policy has none.
    public var playStoreURL: String?

    /// Creates a value, such as for a test or a preview.
    public init(name: String, urlScheme: String, appStoreURL: String? = nil, playStoreURL: String? = nil) {
      self.name = name
      self.urlScheme = urlScheme
      self.appStoreURL = appStoreURL
      self.playStoreURL = playStoreURL
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.name = try container.required("name")
      self.urlScheme = try container.required("urlScheme")
      self.appStoreURL = try container.optional("appStoreURL")
      self.playStoreURL = try container.optional("playStoreURL")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(name, "name")
      try container.write(urlScheme, "urlScheme")
      try container.writeIfPresent(appStoreURL, "appStoreURL")
      try container.writeIfPresent(playStoreURL, "playStoreURL")
    }
  }
}
