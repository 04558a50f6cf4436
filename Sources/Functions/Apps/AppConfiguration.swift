// SPDX-License-Identifier: Apache-2.0

import Domain

/// What an app needs to draw its screens and to check what people type: the policy's public rules, and the messages of
/// one language. The answer depends only on the `locale` of the event, so caches may keep it.
package enum AppConfiguration: Function {
  package static let name = "app-configuration"

  package struct Event {
    let locale: String?
  }

  package typealias Output = JSONDocument

  package static func event(from data: Fields) throws(Problem) -> Event { Event(locale: data.optionalText("locale")) }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let language = LanguageTag.best(for: event.locale, among: environment.policy.app.locales)
    return .answered(
      JSONDocument(
        try json(of: environment.policy, environment.messages, language, publicURL: try? environment.publicURL())))
  }

  /// The answer in a language.
  package static func json(
    of policy: Policy, _ messages: Messages, _ language: LanguageTag, publicURL: String?
  ) throws(Problem) -> JSON {
    .object([
      "app": policy.app.json, "publicURL": publicURL.map(JSON.string), "locale": .string(language.text),
      "locales": JSON(policy.app.locales), "roles": policy.roles.publicJSON, "signIn": policy.signInJSON,
      "email": policy.email.publicJSON, "profile": policy.profile.publicJSON(in: language),
      "consent": policy.consent.publicJSON,
      "invitation": policy.invitation.publicJSON, "session": policy.session.publicJSON,
      "factors": policy.factors.publicJSON,
      "deletion": ["graceDays": JSON(policy.deletion.grace.wholeDays)],
      "botCheck": policy.botCheck?.publicJSON, "limits": policy.limitsJSON, "messages": try messages.errors(language),
      "roleNames": try messages.roles(language),
    ])
  }
}

extension Policy {
  /// The sign-in methods. A provider without audiences is not enabled.
  fileprivate var signInJSON: JSON {
    .object([
      "providers": .array(enabledProviders.map(\.publicJSON)), "password": password?.publicJSON,
      "mailedCode": .bool(hasSignInCodes),
      "passkey": factors.passkey.map { ["rpID": .string($0.relyingPartyID)] },
    ])
  }

  fileprivate var limitsJSON: JSON {
    .object(
      JSON.Members(
        Limit.Name.allCases.map { name in
          let limit = limit(name)
          let block = limit.block.secondsRoundedUp
          return (
            name.rawValue,
            .object([
              "max": JSON(limit.max), "seconds": JSON(limit.window.secondsRoundedUp),
              "blockSeconds": block > 0 ? JSON(block) : nil,
            ])
          )
        }))
  }
}

extension Provider {
  fileprivate var publicJSON: JSON {
    [
      "name": .string(name), "issuer": .string(issuers[0]), "clientIDs": JSON(audiences),
      "nonce": nonceRequired ? "required" : "optional", "nonceForm": .string(nonceForm.rawValue),
    ]
  }
}

extension Policy.Roles {
  fileprivate var publicJSON: JSON {
    ["inviter": .string(inviter), "invitee": .string(invitee), "signUp": JSON(signUp)]
  }
}

extension Policy.PasswordRules {
  fileprivate var publicJSON: JSON {
    ["minLength": JSON(minLength), "require": JSON(require.map(\.rawValue)), "denyCommon": .bool(denyCommon)]
  }
}

extension Policy.EmailRules {
  fileprivate var publicJSON: JSON {
    .object([
      "allowedDomains": allowedDomains.map { JSON($0) }, "verification": verificationRequired ? "required" : "optional",
    ])
  }
}

extension Policy.ProfileRules {
  fileprivate func publicJSON(in language: LanguageTag) -> JSON {
    [
      "displayName": .string(displayName.rawValue), "username": .string(username.rawValue),
      "phone": .string(phone.rawValue), "callingCode": .string(callingCode),
      "foreignPhones": takesForeignPhones ? "allowed" : "refused", "fields": fields(in: language.chain),
    ]
  }
}

extension Policy.ConsentRules {
  fileprivate var publicJSON: JSON {
    .object([
      "version": version.map(JSON.string), "minimumAge": minimumAge.map { JSON($0) },
      "parentalUnder": parentalUnder.map { JSON($0) },
    ])
  }
}

extension Policy.InvitationRules {
  fileprivate var publicJSON: JSON {
    [
      "days": JSON(days), "allowNote": .bool(allowNote), "roles": JSON(roles), "branding": .bool(branding),
    ]
  }
}

extension Policy.SessionRules {
  fileprivate var publicJSON: JSON {
    ["recentMinutes": JSON(recent.secondsRoundedUp / 60), "bindDevice": .bool(bindsDevice)]
  }
}

extension FactorRules {
  fileprivate var publicJSON: JSON {
    ["totp": .bool(totp), "passkey": .bool(passkey != nil), "requiredFor": JSON(requiredFor)]
  }
}

extension BotCheckRules {
  fileprivate var publicJSON: JSON {
    ["provider": .string(provider.rawValue), "functions": JSON(functions)]
  }
}
