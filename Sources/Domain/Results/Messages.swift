// SPDX-License-Identifier: Apache-2.0

/// The messages for people, by language: `templates/messages/<locale>.json`.
package struct Messages {
  /// A top-level member of the files.
  package enum Section: String, CaseIterable {
    case errors, roles, results, push, dates, months
  }

  private let load: (_ locale: String, Section) throws(Problem) -> JSON

  /// - Parameter load: reads a section of the file of an available locale.
  package init(load: @escaping (_ locale: String, Section) throws(Problem) -> JSON) { self.load = load }

  /// Reads all sections of a language.
  /// - Throws: `service/misconfigured` if the file is missing or is not JSON.
  package func check(_ language: LanguageTag) throws(Problem) {
    for section in Section.allCases { _ = try load(language.text, section) }
  }

  /// The message of an error, in the caller's language.
  package func text(of problem: Problem, _ language: LanguageTag) throws(Problem) -> String {
    var values = problem.message.values
    if let role = values["role"] { values["role"] = try roles(language)[role]?.string ?? "“\(role)”" }
    if let wait = problem.retryAfter { values["wait"] = Self.clock(wait.secondsRoundedUp) }
    return try text(problem.code.rawValue, variant: problem.message.variant, values, language)
  }

  /// The message of an invalid field, in the caller's language.
  package func text(of field: Problem.Field, _ language: LanguageTag) throws(Problem) -> String {
    guard let text = field.text(in: try errors(language)) else {
      throw .bug("no message errors/\(field.messageName) in \(language.text)")
    }
    return text
  }

  /// An error's message in a variant such as `auth/weak-password/too-short`, if the file has it.
  private func text(
    _ name: String, variant: String?, _ values: [String: String], _ language: LanguageTag
  ) throws(Problem) -> String {
    guard let variant, try errors(language)["\(name)/\(variant)"] != nil else {
      return try text(.errors, name, values, language)
    }
    return try text(.errors, "\(name)/\(variant)", values, language)
  }

  /// The messages of all errors in a language, by code, or by code and variant. They have placeholders, such as
  /// `{min}`.
  package func errors(_ language: LanguageTag) throws(Problem) -> JSON { try load(language.text, .errors) }

  /// The roles in words, in a language, by role.
  package func roles(_ language: LanguageTag) throws(Problem) -> JSON { try load(language.text, .roles) }

  /// A message that a result contains.
  package func text(
    _ message: ResultMessage, _ values: [String: String], _ language: LanguageTag
  ) throws(Problem) -> String {
    try text(.results, message.rawValue, values, language)
  }

  /// A text of a push message about an event.
  /// - Parameter part: `title` or `body`.
  /// - Throws: `service/misconfigured` if the messages of the language have no such text.
  package func push(
    _ event: String, _ part: String, _ values: [String: String], _ language: LanguageTag
  ) throws(Problem) -> String {
    let name = "\(event)/\(part)"
    guard try load(language.text, .push)[name]?.string != nil else {
      throw .misconfigured("TEMPLATES_DIR", "the messages in \(language.text) have no text push/\(name)")
    }
    return try text(.push, name, values, language)
  }

  /// The day of a timestamp in a time zone.
  package func day(_ timestamp: Timestamp, _ language: LanguageTag, in zone: TimeZoneRules?) throws(Problem) -> String {
    try day(timestamp.local(zone?[timestamp]), language)
  }

  /// A formatted date.
  package func day(_ timestamp: Timestamp, _ language: LanguageTag) throws(Problem) -> String {
    let date = timestamp.calendarDate
    guard let months = try load(language.text, .months).array, months.count == 12,
      let month = months[date.month - 1].string
    else { throw .bug("\(language.text) has not exactly twelve months") }
    return try text(.dates, "day", ["day": String(date.day), "month": month, "year": String(date.year)], language)
  }

  /// The key of the format of timestamps. It keeps its released name, because apps may have their own message files.
  private static let timestampKey = "moment"

  /// A day of the last week as people say it: today, yesterday, or how many days ago. Another one is a date.
  /// - Parameter zone: nil for UTC.
  package func recentDay(
    _ timestamp: Timestamp, _ language: LanguageTag, in zone: TimeZoneRules?, at now: Timestamp
  ) throws(Problem) -> String {
    let days = (now.local(zone?[now]).startOfDay - timestamp.local(zone?[timestamp]).startOfDay).wholeDays
    let name = days == 0 ? "today" : days == 1 ? "yesterday" : "daysAgo"
    // The message file of an app may be older than these texts.
    guard (0..<7).contains(days), let template = try load(language.text, .dates)[name]?.string else {
      return try day(timestamp, language, in: zone)
    }
    return template.filled(with: ["days": String(days)])
  }

  /// A formatted date and time, which names its time zone.
  /// - Parameter zone: nil for UTC.
  package func timestamp(
    _ timestamp: Timestamp, _ language: LanguageTag, in zone: TimeZoneRules? = nil
  ) throws(Problem) -> String {
    let zone = try canShowTimeZone(language) ? zone : nil
    let name = zone?[timestamp].abbreviation ?? "UTC"
    // German, for example, has its own name for CET.
    let own = try load(language.text, .dates)["zone/\(name)"]?.string
    return try time(timestamp, language, in: zone, day: try day(timestamp, language, in: zone), zoneName: own ?? name)
  }

  /// A formatted date and time on a page that names the time zone elsewhere.
  /// - Parameters:
  ///   - day: what it says for the day.
  ///   - zoneName: what it says for the time zone.
  package func time(
    _ timestamp: Timestamp, _ language: LanguageTag, in zone: TimeZoneRules?, day: String, zoneName: String = ""
  ) throws(Problem) -> String {
    let date = timestamp.local(zone?[timestamp]).calendarDate
    let minute = date.minute.padded(2)
    return try text(
      .dates, Self.timestampKey,
      [
        "day": day, "time": "\(date.hour.padded(2)):\(minute)",
        "time12": "\((date.hour + 11) % 12 + 1):\(minute) \(date.hour < 12 ? "AM" : "PM")", "zone": zoneName,
      ], language
    ).trimmed
  }

  /// Whether times can be in a time zone. The message file of an app may have a format that names UTC.
  package func canShowTimeZone(_ language: LanguageTag) throws(Problem) -> Bool {
    try load(language.text, .dates)[Self.timestampKey]?.string?.contains("{zone}") ?? false
  }

  private func text(
    _ section: Section, _ name: String, _ values: [String: String], _ language: LanguageTag
  ) throws(Problem) -> String {
    guard let template = try load(language.text, section)[name]?.string else {
      throw .bug("no message \(section.rawValue)/\(name) in \(language.text)")
    }
    return template.filled(with: values)
  }

  /// Minutes and seconds, and above an hour the hours.
  private static func clock(_ seconds: Int) -> String {
    let (minutes, rest) = (seconds / 60, (seconds % 60).padded(2))
    return seconds > 3600
      ? "\(minutes / 60):\((minutes % 60).padded(2)):\(rest)" : "\(minutes.padded(2)):\(rest)"
  }
}

/// The messages that results contain, by their names in the section `results` of the files.
package enum ResultMessage: String, CaseIterable {
  /// What an inviter calls a person without a name.
  case somebody
  case invitationSent, invitationQueued, invitationFailed, invitationSuppressed, invitationBounced, invitationUnsent
  case invitationResent, invitationRequeued, invitationResendFailed, invitationResendSuppressed, invitationResendBounced
  case invitationLinkMade, invitationLinkMadeByHand, invitationLinkRenewed, invitationLinkRenewedByHand
  case invitationTextSent, invitationTextQueued, invitationTextFailed
  case invitationTextResent, invitationTextRequeued, invitationTextResendFailed
  case invitationRequested, unsubscribed, verificationSent, signInCodeSent, resetSent, passwordChanged
}

extension Timestamp {
  /// What clocks of a place show, as if it were UTC.
  package func local(_ time: TimeZoneRules.LocalTime?) -> Timestamp {
    Timestamp(milliseconds: milliseconds + (time?.offset ?? 0) * 1000)
  }
}

extension String {
  /// The text of a day in a table, which stays on one line.
  package var withoutBreaks: String { String(map { $0 == " " ? "\u{A0}" : $0 }) }

  /// The text of a date or time, which breaks only before the year, the time and the words between them: a day stays
  /// with its month, and a time with its zone.
  package var unbroken: String {
    var text = ""
    var former: Substring?
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      if let former { text += word.isJoined(to: former) ? "\u{A0}" : " " }
      // Not the Substring: "Conformances at start-up" in Sources/README.md.
      text += String(word)
      former = word
    }
    return text
  }
}

extension Substring {
  /// Whether a word of a date stays on the line of the one before it.
  fileprivate func isJoined(to former: Substring) -> Bool {
    let isYear = former.prefix { $0.isNumber }.count == 4
    // The day in "December 21, 2026".
    let isDay = last == "," && dropLast().allSatisfy { $0.isNumber }
    let isZone =
      !isEmpty && allSatisfy { $0.isUppercase || $0.isNumber || "+-:".contains($0) } && first?.isLetter == true
    return former.first?.isNumber == true && former.last != "," && !isYear || former == "de" || former == "las"
      || isDay || isZone
  }
}
