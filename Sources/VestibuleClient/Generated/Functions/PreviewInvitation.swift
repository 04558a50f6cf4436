// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Shows who invites, and to which app; consumes nothing.
public struct PreviewInvitationRequest: FunctionRequest {
  public typealias Answer = PreviewInvitationResult

  /// The function that answers the request.
  public static let function = FunctionCall("preview-invitation", at: "/preview-invitation", for: .everyone)

  /// The code in an invitation's link.
  public var code: String

  /// Creates the value from its members.
  public init(code: String) {
    self.code = code
  }
}

/// The preview invitation result.
public struct PreviewInvitationResult: Codable, Hashable, Sendable {
  /// The inviter.
  public var inviter: PreviewInvitationResultInviter
  /// The client.
  public var client: InvitedPerson
  /// The app.
  public var app: PreviewInvitationResultApp
  /// A timestamp (RFC 3339) in UTC.
  public var expiresAt: Date
  /// The providers.
  public var providers: [String]

  /// Creates the value from its members.
  public init(
    inviter: PreviewInvitationResultInviter, client: InvitedPerson, app: PreviewInvitationResultApp, expiresAt: Date,
    providers: [String]
  ) {
    self.inviter = inviter
    self.client = client
    self.app = app
    self.expiresAt = expiresAt
    self.providers = providers
  }
}

/// The preview invitation result inviter.
public struct PreviewInvitationResultInviter: Codable, Hashable, Sendable {
  /// The display name.
  public var displayName: String
  /// What an inviter's invitations show instead of the app's name, color and logo.
  public var branding: Branding?

  /// Creates the value from its members.
  public init(displayName: String, branding: Branding? = nil) {
    self.displayName = displayName
    self.branding = branding
  }
}

/// The preview invitation result app.
public struct PreviewInvitationResultApp: Codable, Hashable, Sendable {
  /// The name.
  public var name: String
  /// The url scheme.
  public var urlScheme: String
  /// The app store URL.
  public var appStoreURL: String?
  /// The play store URL.
  public var playStoreURL: String?

  /// Creates the value from its members.
  public init(name: String, urlScheme: String, appStoreURL: String? = nil, playStoreURL: String? = nil) {
    self.name = name
    self.urlScheme = urlScheme
    self.appStoreURL = appStoreURL
    self.playStoreURL = playStoreURL
  }
}
