// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The form of a person's profile: the fields that every account can have, and those of the policy.
struct ProfileForm {
  private let request: PageRequest
  private let account: Account
  private let fields: [ProfileField]
  private var policy: Policy { request.environment.policy }

  init(_ request: PageRequest, _ account: Account) {
    (self.request, self.account) = (request, account)
    fields = ProfileField.all(request.environment.policy.profile, request.call.language)
  }
}

// MARK: What it shows

extension ProfileForm: PageModel {
  static let variables: [PageVariable<Self>] = [
    .object(
      "profile", .text("displayName") { $0.value("displayName", $0.account.displayName) },
      .text("username") { $0.value("username", $0.account.username) },
      .text("phone") { $0.value("phone", $0.account.phone) },
      .flag("hasUsername") { $0.policy.profile.username != .off },
      .flag("isNameRequired") { $0.policy.profile.displayName == .required },
      .flag("isUsernameRequired") { $0.policy.profile.username == .required },
      .flag("isPhoneRequired") { $0.policy.profile.phone == .required }),
    .all { form in form.request.languages(chosen: form.value("locale", form.account.locale)) },
    .list("timeZones") { $0.timeZoneChoices }, .list("fields") { $0.shownFields },
  ]

  private var isRefused: Bool { request.problem != nil && request.form(AccountPage.Form.self) == .profile }

  /// A value as in the refused form, or as in the account.
  private func value(_ name: String, _ stored: String?) -> String? { isRefused ? request.text(name) : stored }

  /// Time zones of the places where most people live, and the one of the account.
  private var timeZoneChoices: [Choice] {
    let chosen = value("timeZone", account.timeZone)
    var names = Self.timeZones
    if let chosen, !names.contains(chosen) { names.append(chosen) }
    return names.map { name in
      Choice(value: name, name: name.split(separator: "_").joined(separator: " "), isChosen: name == chosen)
    }
  }

  private static let timeZones = [
    "Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Denver", "America/Phoenix",
    "America/Chicago", "America/Mexico_City", "America/New_York", "America/Bogota", "America/Lima", "America/Caracas",
    "America/Halifax", "America/Santiago", "America/Sao_Paulo", "America/Argentina/Buenos_Aires", "America/St_Johns",
    "Atlantic/Azores", "Atlantic/Canary", "Europe/London", "Europe/Dublin", "Europe/Lisbon", "Africa/Casablanca",
    "Africa/Lagos", "Europe/Berlin", "Europe/Madrid", "Europe/Paris", "Europe/Rome", "Europe/Vienna", "Europe/Zurich",
    "Europe/Stockholm", "Europe/Warsaw", "Europe/Athens", "Europe/Helsinki", "Europe/Kyiv", "Africa/Cairo",
    "Africa/Johannesburg", "Asia/Jerusalem", "Europe/Istanbul", "Europe/Moscow", "Africa/Nairobi", "Asia/Riyadh",
    "Asia/Tehran", "Asia/Dubai", "Asia/Karachi", "Asia/Kolkata", "Asia/Dhaka", "Asia/Bangkok", "Asia/Jakarta",
    "Asia/Shanghai", "Asia/Singapore", "Asia/Manila", "Australia/Perth", "Asia/Tokyo", "Asia/Seoul",
    "Australia/Adelaide", "Australia/Brisbane", "Australia/Sydney", "Pacific/Auckland", "UTC",
  ]

  /// A language in itself.
  static func name(ofLanguage tag: String) -> String {
    ["de": "Deutsch", "en": "English", "es": "Español"][tag] ?? tag
  }

  /// The fields of the policy, with their values and messages.
  private var shownFields: [ShownProfileField] {
    fields.compactMap { field in
      let isTyped = isRefused && !field.isReadOnly
      let value = isTyped ? request.text(field.name) : field.value(in: account.profile)?.typed
      guard !field.isReadOnly || value != nil else { return nil }
      return ShownProfileField(
        field: field, id: field.name, value: value, error: isRefused ? request.message(at: field.pointer) : nil)
    }
  }
}

// MARK: The event

extension ProfileForm {
  /// The event of `update-account`. An empty field is removed.
  var event: JSON {
    var event = JSON.Members()
    for name in ["displayName", "username", "phone", "locale", "timeZone"] where request.data.has(name) {
      event[name] = request.text(name).map(JSON.string) ?? .null
    }
    let stored = account.profile
    var profile = JSON.Members()
    for field in fields where !field.isReadOnly {
      let (first, known) = (field.path[0], field.value(in: stored) ?? .null)
      let value = field.value(typed: request.text(field.name), known: known)
      guard field.path.count > 1 else {
        // Nothing is removed that the account does not have, and its owner did not fill in.
        if value != .null || known != .null || field.isRequired { profile[first] = value }
        continue
      }
      var members = (profile[first] ?? stored[first])?.members ?? JSON.Members()
      members[field.path[1]] = value == .null ? nil : value
      if !members.pairs.isEmpty || stored[first] != nil { profile[first] = .object(members) }
    }
    if !profile.pairs.isEmpty { event["profile"] = .object(profile) }
    return .object(event)
  }
}
