// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Shows who invites, and to which app; consumes nothing.
public struct PreviewInvitationRequest: FunctionRequest, Equatable {
  public typealias Answer = PreviewInvitationResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("preview-invitation", at: "/preview-invitation", for: .everyone)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("PreviewInvitationRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The code in an invitation's link.
  @_alwaysEmitIntoClient public var code: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(code: String) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = code
    self.json = json
  }
}

/// The preview invitation result.
public struct PreviewInvitationResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("PreviewInvitationResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// Who invites.
  @_alwaysEmitIntoClient public var inviter: PreviewInvitationResultInviter {
    get { json[object: 0] }
    set { update { $0[object: 0] = newValue } }
  }

  /// Who is invited.
  @_alwaysEmitIntoClient public var client: InvitedPerson {
    get { json[object: 1] }
    set { update { $0[object: 1] = newValue } }
  }

  /// The app, and where to get it.
  @_alwaysEmitIntoClient public var app: PreviewInvitationResultApp {
    get { json[object: 2] }
    set { update { $0[object: 2] = newValue } }
  }

  /// When the invitation ends: at noon UTC of the day after its last day.
  @_alwaysEmitIntoClient public var expiresAt: Date {
    get { json[date: 3] }
    set { update { $0[date: 3] = newValue } }
  }

  /// The sign-in methods with which the invitation can be accepted: providers of the policy, and `password`.
  @_alwaysEmitIntoClient public var providers: [String] {
    get { json[texts: 4] }
    set { update { $0[texts: 4] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    inviter: PreviewInvitationResultInviter, client: InvitedPerson, app: PreviewInvitationResultApp, expiresAt: Date,
    providers: [String]
  ) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = inviter
    json[object: 1] = client
    json[object: 2] = app
    json[date: 3] = expiresAt
    json[texts: 4] = providers
    self.json = json
  }
}

/// Who invites.
public struct PreviewInvitationResultInviter: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("PreviewInvitationResultInviter") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The inviter's name.
  @_alwaysEmitIntoClient public var displayName: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// What an inviter's invitations show instead of the app's name, color and logo.
  @_alwaysEmitIntoClient public var branding: Branding? {
    get { json[object: 1] }
    set { update { $0[object: 1] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(displayName: String, branding: Branding? = nil) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = displayName
    json[object: 1] = branding
    self.json = json
  }
}

/// The app, and where to get it.
public struct PreviewInvitationResultApp: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("PreviewInvitationResultApp") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The app's name.
  @_alwaysEmitIntoClient public var name: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The scheme of links that open the app: `pfa://invite?code=…`.
  @_alwaysEmitIntoClient public var urlScheme: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// The app's URL in the App Store; absent if the policy has none.
  @_alwaysEmitIntoClient public var appStoreURL: String? {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// The app's URL in Google Play; absent if the policy has none.
  @_alwaysEmitIntoClient public var playStoreURL: String? {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    name: String, urlScheme: String, appStoreURL: String? = nil, playStoreURL: String? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = name
    json[text: 1] = urlScheme
    json[text: 2] = appStoreURL
    json[text: 3] = playStoreURL
    self.json = json
  }
}
