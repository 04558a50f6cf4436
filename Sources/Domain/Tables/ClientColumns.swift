// SPDX-License-Identifier: Apache-2.0

/// The columns of a table of clients, by their names in English, German and Spanish, or by what is in a row.
struct ClientColumns {
  enum Column { case name, firstName, lastName, email, phone, notes, locale }

  /// The column at each place; nil for a column that is not used.
  private let columns: [Column?]
  var count: Int { columns.count }
  /// How many columns are used.
  var known: Int { columns.count { $0 != nil } }

  /// The columns that a row names; nil if the row is not a header.
  init?(header row: [String]) {
    guard !row.contains(where: { Self.address(in: $0) != nil }) else { return nil }
    var found: [Column?] = []
    for name in row {
      let column = Self.column(Self.plain(name))
      // Of two columns for the same, the first counts: exports of address books have "E-mail 1" and "E-mail 2".
      found.append(column != nil && found.contains(column) ? nil : column)
    }
    guard found.contains(where: { $0 != nil }) else { return nil }
    columns = found
  }

  /// A client in a row below the header.
  func client(_ row: [String]) -> JSON {
    var values: [Column: String] = [:]
    for (column, text) in zip(columns, row) { if let column, !text.trimmed.isEmpty { values[column] = text.trimmed } }
    return .object([
      "name": Self.name(values).map(JSON.string), "email": values[.email].map(JSON.string),
      "phone": values[.phone].map(JSON.string), "notes": values[.notes].map(JSON.string),
      "locale": values[.locale].map(JSON.string),
    ])
  }

  private static func name(_ values: [Column: String]) -> String? {
    let (first, last, name) = (values[.firstName], values[.lastName], values[.name])
    // In German, "Name" next to "Vorname" is the last name. A full name contains the first one.
    let full = first.flatMap { first in name.map { $0.hasPrefix(first) ? $0 : "\(first) \($0)" } } ?? name
    if last == nil { return full ?? first }
    if first == nil, let name, let last { return name.hasSuffix(last) ? name : "\(name) \(last)" }
    return [first, last].compactMap { $0 }.joined(separator: " ")
  }

  // MARK: Without a header

  /// A client in a row of a table without a header: the first field with an address, the first one with a number, and
  /// the fields before the address as the name, or those after it.
  static func client(in row: [String]) -> JSON {
    let fields = row.map(\.trimmed)
    guard let place = fields.firstIndex(where: { address(in: $0) != nil || $0.contains("@") }) else {
      return client(name: texts(fields), email: nil, phone: fields.first(where: isNumber))
    }
    let mailbox = address(in: fields[place])
    let before = texts(fields[..<place])
    let after = texts(fields[(place + 1)...])
    let names = mailbox?.name.map { [$0] } ?? (before.isEmpty ? after : before)
    return client(name: names, email: mailbox?.email ?? fields[place], phone: fields.first(where: isNumber))
  }

  private static func client(name: [String], email: String?, phone: String?) -> JSON {
    .object([
      "name": name.isEmpty ? nil : .string(name.joined(separator: " ")), "email": email.map(JSON.string),
      "phone": phone.map(JSON.string),
    ])
  }

  private static func texts(_ fields: some Sequence<String>) -> [String] {
    fields.filter { !$0.isEmpty && !isNumber($0) }
  }

  /// The address in a field, which may be written as `Kim <kim@example.com>`.
  static func address(in field: String) -> (name: String?, email: String)? {
    let text = field.trimmed
    if EmailAddress(text) != nil { return (nil, text) }
    guard text.last == ">", let start = text.lastIndex(of: "<") else { return nil }
    let email = String(text[text.index(after: start)...].dropLast()).trimmed
    let name = String(text[..<start]).trimmed
    return EmailAddress(email) == nil ? nil : (name.isEmpty ? nil : name, email)
  }

  private static func isNumber(_ field: String) -> Bool {
    field.count { ("0"..."9").contains($0) } >= 5 && field.allSatisfy { "+0123456789 ()-./\u{A0}".contains($0) }
  }

  // MARK: Names of columns

  /// A name in lower case, with single spaces and without hyphens, underscores, accents and marks at its end.
  private static func plain(_ name: String) -> String {
    let folded = name.lowercased().map { character -> Character in
      switch character {
      case "-", "_", "\u{2011}", "\u{A0}": " "
      case "á": "a"
      case "é": "e"
      case "í": "i"
      case "ó": "o"
      case "ú": "u"
      default: character
      }
    }
    let words = String(folded).split { $0 == " " || $0 == "*" || $0 == ":" }
    return words.joined(separator: " ")
  }

  private static func column(_ name: String) -> Column? { names.first { $0.value.contains(name) }?.key }

  private static let names: KeyValuePairs<Column, Set<String>> = [
    .email: [
      "email", "e mail", "mail", "email address", "e mail address", "mail address", "email 1", "e mail 1",
      "e mail 1 value", "email 1 value",
      "e mail adresse", "emailadresse", "mailadresse", "e mail addresse",
      "correo", "correo electronico", "direccion de correo", "direccion de correo electronico", "email del cliente",
    ],
    .firstName: [
      "first name", "firstname", "given name", "givenname", "forename", "vorname", "nombre de pila", "primer nombre",
    ],
    .lastName: [
      "last name", "lastname", "surname", "family name", "familyname", "nachname", "familienname", "zuname", "apellido",
      "apellidos",
    ],
    .name: [
      "name", "full name", "fullname", "display name", "client", "client name", "customer", "member", "athlete",
      "kunde", "kundin", "kundenname", "klient", "klientin", "mitglied", "vollständiger name", "anzeigename",
      "nombre", "nombre completo", "nombre y apellidos", "cliente", "clienta", "nombre del cliente",
    ],
    .phone: [
      "phone", "phone number", "mobile", "mobile phone", "mobile number", "cell", "cell phone", "telephone", "tel",
      "tel.", "phone 1 value",
      "telefon", "telefonnummer", "tel. nr.", "handy", "handynummer", "mobil", "mobilnummer", "mobiltelefon",
      "rufnummer",
      "telefono", "numero de telefono", "movil", "celular",
    ],
    .notes: [
      "notes", "note", "comment", "comments", "remarks", "notizen", "notiz", "bemerkung", "bemerkungen", "anmerkung",
      "anmerkungen", "kommentar", "notas", "nota", "observaciones", "comentario", "comentarios",
    ],
    .locale: ["locale", "language", "lang", "sprache", "idioma", "lengua"],
  ]
}
