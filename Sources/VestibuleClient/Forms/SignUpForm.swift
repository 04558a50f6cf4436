// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a person types to sign up. It checks the rules of the policy as the server does, with the same words.
public struct SignUpForm: Sendable {
  /// The address to sign in with, as typed. The verification mail goes to it.
  public var email = ""
  /// The password, as typed: spaces at its ends count.
  public var password = ""
  /// The password again; nil if the screen does not ask for it.
  public var confirmation: String?
  /// The name that others see.
  public var displayName = ""
  /// A name to sign in with instead of the address, if `profile.username` of the configuration is not off.
  public var username = ""
  /// One of `roles`. If there is only one, it is chosen already.
  public var role: Role?
  /// The telephone number as typed, such as `(555) 123-4567`.
  public var phone = ""
  /// The day of birth; nil if it is not given.
  public var birthDate: CalendarDay?
  /// Whether the person agrees to the terms.
  public var agreesToTerms = false
  /// The address of a parent or guardian, who gets a mail and has to agree; empty if nobody has to.
  public var guardianEmail = ""
  /// The app's own fields by their names, as `profile.fields` of the policy defines them.
  public var profile: [String: JSONValue] = [:]
  /// This device, to which the new session belongs; nil leaves it out.
  public var device: Device?

  /// The roles that people may take.
  public var roles: [Role] { configuration.roles.signUp }
  private let configuration: AppConfiguration
  private let rules: RuleBook?

  /// Creates an empty form with the rules, texts and language of a configuration.
  public init(_ configuration: AppConfiguration) {
    self.configuration = configuration
    rules = RuleBook(configuration)
    role = configuration.roles.signUp.count == 1 ? configuration.roles.signUp.first : nil
  }

  /// The request. Empty fields that are not required are left out.
  public var request: SignUpRequest {
    let consent = Consent(
      version: agreesToTerms ? configuration.consent.version : nil, guardianEmail: guardianEmail.nonEmpty)
    return SignUpRequest(
      email: email, password: password, displayName: displayName.nonEmpty, username: username.nonEmpty,
      role: role ?? "", phone: phone.nonEmpty, profile: profile.isEmpty ? nil : profile,
      locale: configuration.locale, birthDate: birthDate,
      consent: consent == Consent() ? nil : consent, device: device)
  }

  /// The fields that break a rule, the most important one first. Each has the server's code and message, in the
  /// language of the configuration.
  public func problems(at now: Date = Date()) -> [FieldProblem] {
    let found = rules?.problems(of: request, at: now) ?? []
    guard let confirmation, confirmation != password else { return found }
    return found + [.differentPasswords(configuration.locale)]
  }

  /// The problem of one field, such as `/email`; nil if it breaks no rule.
  public func problem(of pointer: String, at now: Date = Date()) -> FieldProblem? {
    problems(at: now).first { $0.pointer == pointer }
  }

  /// How hard the password is to guess, for a meter. One that breaks a rule is too weak.
  public var strength: PasswordStrength { PasswordForm(configuration, rules, password).strength }

  /// The telephone number in the international form; nil if it is not valid.
  public var internationalPhone: String? { rules?.phoneNumber(phone) }
}

/// A new password, typed twice.
public struct PasswordForm: Sendable {
  /// The new password, as typed: spaces at its ends count.
  public var password: String
  /// The password again; nil if the screen does not ask for it.
  public var confirmation: String?
  private let configuration: AppConfiguration
  private let rules: RuleBook?

  /// Creates a form with the rules of a configuration.
  public init(_ configuration: AppConfiguration, _ password: String = "") {
    self.init(configuration, RuleBook(configuration), password)
  }

  fileprivate init(_ configuration: AppConfiguration, _ rules: RuleBook?, _ password: String) {
    self.configuration = configuration
    self.rules = rules
    self.password = password
  }

  /// The rules that the password breaks; those of a field are one problem. The place is `/newPassword`.
  public var problems: [FieldProblem] {
    let found = rules?.problems(ofPassword: password, at: "/newPassword") ?? []
    guard let confirmation, confirmation != password else { return found }
    return found + [.differentPasswords(configuration.locale)]
  }

  /// How strong the password is. A password that breaks a rule is too weak.
  public var strength: PasswordStrength {
    rules?.problems(ofPassword: password, at: "").isEmpty == false ? .tooWeak : PasswordStrength(of: password)
  }
}

/// What an inviter types to invite a client.
public struct NewClientForm: Sendable {
  /// How the inviter calls the client, and how the mail greets them.
  public var name = ""
  /// The address to which the invitation is sent, as typed.
  public var email = ""
  /// The telephone number as typed. An invitation by text message is sent to it.
  public var phone = ""
  /// Notes that the client does not see.
  public var notes = ""
  /// The language of the invitation; nil for the inviter's.
  public var locale: String?
  /// How the invitation reaches the client; nil for mail.
  public var channel: InvitationChannel?
  private let rules: RuleBook?

  /// An empty form.
  public init(_ configuration: AppConfiguration) { rules = RuleBook(configuration) }

  /// The client as typed.
  public var client: NewClient {
    NewClient(name: name, email: email, phone: phone.nonEmpty, notes: notes.nonEmpty, locale: locale)
  }

  /// The request. Empty fields that are not required are left out.
  public var request: SendInvitationRequest { .client(client, deliver: channel) }

  /// The fields that break a rule: `/name`, `/email`, `/phone`, `/notes`.
  public var problems: [FieldProblem] { rules?.problems(of: client, needsPhone: channel == .sms) ?? [] }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

extension FieldProblem {
  fileprivate static func differentPasswords(_ locale: String) -> FieldProblem {
    FieldProblem(
      pointer: "/confirmation", code: .eventInvalid, detail: "should be the same password",
      userMessage: KitText.differentPasswords.text(in: locale))
  }
}
