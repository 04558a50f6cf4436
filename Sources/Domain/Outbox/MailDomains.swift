// SPDX-License-Identifier: Apache-2.0

/// Finds mistyped domains of mail addresses.
extension EmailAddress {
  /// The address that was probably meant, if the domain looks like a mistyped one; nil for the domains of the policy
  /// and of this list. It is a hint: people do have addresses at domains that look mistyped.
  package func suggestion(_ rules: Policy.EmailRules) -> EmailAddress? {
    guard !Self.frequentDomains.contains(asciiDomain), rules.allowedDomains?.contains(asciiDomain) != true,
      let domain = Self.meantDomain(asciiDomain)
    else { return nil }
    return EmailAddress("\(localPart)@\(domain)")
  }

  private static func meantDomain(_ domain: String) -> String? {
    if let near = nearDomain(domain) { return near }
    guard let dot = domain.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let label = String(domain[domain.utf8.index(after: dot)...])
    guard !PersonName.isTopLevelDomain(label) else { return nil }
    guard let meant = frequentTopLevelDomains.first(where: label.isOneEdit) else { return nil }
    let corrected = String(domain[...dot]) + meant
    return frequentDomains.contains(corrected) ? corrected : nearDomain(corrected) ?? corrected
  }

  /// The frequent domain that is one edit away.
  private static func nearDomain(_ domain: String) -> String? {
    frequentDomains.first { domain.isOneEdit(from: $0) && !isProbablyMeant(domain, near: $0) }
  }

  /// Whether a domain is probably not mistyped, although it is one edit away: short names have many neighbours, and a
  /// provider has domains in many countries.
  private static func isProbablyMeant(_ domain: String, near frequent: String) -> Bool {
    let (given, known) = (domain.split(separator: "."), frequent.split(separator: "."))
    let name = known[0].utf8
    if given.dropFirst() == known.dropFirst() { return name.count < 5 && given[0].utf8.sorted() != name.sorted() }
    guard given.dropLast() == known.dropLast(), let (last, other) = zip(given, known).reversed().first,
      PersonName.isTopLevelDomain(String(last))
    else { return false }
    return name.count < 4 || last.utf8.count == 2 && other.utf8.count == 2
  }

  private static let frequentTopLevelDomains = ["com", "net", "org", "edu"]

  /// The domains of mail providers with very many addresses, the most frequent ones first, and domains of other
  /// providers that are one edit away from one of them.
  private static let frequentDomains = [
    "gmail.com", "yahoo.com", "hotmail.com", "outlook.com", "icloud.com", "aol.com", "gmx.de", "web.de", "live.com",
    "msn.com", "me.com", "mac.com", "googlemail.com", "proton.me", "protonmail.com", "gmx.net", "gmx.com", "gmx.at",
    "gmx.ch", "t-online.de", "freenet.de", "posteo.de", "arcor.de", "online.de", "mail.de", "yahoo.de", "hotmail.de",
    "outlook.de", "live.de", "bluewin.ch", "yahoo.co.uk", "hotmail.co.uk", "live.co.uk", "btinternet.com", "sky.com",
    "yahoo.es", "hotmail.es", "outlook.es", "telefonica.net", "yahoo.fr", "hotmail.fr", "outlook.fr", "live.fr",
    "orange.fr", "wanadoo.fr", "free.fr", "sfr.fr", "laposte.net", "yahoo.it", "hotmail.it", "libero.it", "virgilio.it",
    "alice.it", "tiscali.it", "hotmail.nl", "comcast.net", "verizon.net", "att.net", "sbcglobal.net", "bellsouth.net",
    "cox.net", "ymail.com", "rocketmail.com", "mail.com", "email.com", "fastmail.com", "zoho.com", "yandex.com",
    "yandex.ru", "mail.ru", "qq.com", "163.com", "126.com", "naver.com", "yahoo.co.jp", "uol.com.br", "yahoo.com.br",
    "bigpond.com",
  ]
}

extension String {
  /// Whether one insertion, deletion or substitution of a byte, or one transposition of two adjacent ones, makes the
  /// other text of this one (a Damerau-Levenshtein distance of 1).
  func isOneEdit(from other: String) -> Bool {
    var (mine, its) = (self.utf8[...], other.utf8[...])
    guard abs(mine.count - its.count) <= 1 else { return false }
    while let first = mine.first, first == its.first { (mine, its) = (mine.dropFirst(), its.dropFirst()) }
    while let last = mine.last, last == its.last { (mine, its) = (mine.dropLast(), its.dropLast()) }
    switch (mine.count, its.count) {
    case (1, 1), (1, 0), (0, 1): return true
    case (2, 2): return mine.elementsEqual(its.reversed())
    default: return false
    }
  }
}
