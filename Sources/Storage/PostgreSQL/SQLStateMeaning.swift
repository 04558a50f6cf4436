// SPDX-License-Identifier: Apache-2.0

/// What a failure means for the event that waits for the database.
enum SQLStateMeaning: Equatable {
  /// It passes by itself: the event is tried again later.
  case passing(String)
  /// Somebody has to correct the installation.
  case installation(String)
  /// The code is not in the table. The event is tried again later, and the log has the code.
  case unknown

  /// The codes and classes of postgresql.org/docs/15/errcodes-appendix.html that mean something. A class is two
  /// characters, and a code in full comes before its class.
  static let table: [(state: String, meaning: SQLStateMeaning)] = [
    ("08", .passing("the database cannot be used")),
    ("22021", .installation("the database's encoding cannot store a character of the event; it should be UTF8")),
    ("22P05", .installation("the database's encoding cannot store a character of the event; it should be UTF8")),
    ("25006", .passing("the database can only be read")),
    ("25P03", .passing("the database did not answer in time")),
    ("25P04", .passing("the database did not answer in time")),
    ("28P01", .installation("the server refuses the password of the role")),
    ("28", .installation("the server refuses the role, or its pg_hba.conf refuses this client")),
    ("3D", .installation("the database does not exist on the server")),
    ("3F", .installation("no schema of the search_path exists")),
    ("40001", .passing("the database was too busy")),
    ("40P01", .passing("the database was too busy")),
    ("40", .passing("the database rolled the transaction back")),
    (
      "42501",
      .installation(
        "the role lacks a privilege: run `vestibule migrate` as the owner of the tables, and grant it to the role")
    ),
    ("42P01", otherTables), ("42P07", otherTables), ("42P10", otherTables), ("42701", otherTables),
    ("42703", otherTables),
    ("42704", otherTables), ("42710", otherTables), ("42804", otherTables), ("42809", otherTables),
    ("42883", otherTables),
    ("53100", .passing("the database's disk or memory is full")),
    ("53200", .passing("the database's disk or memory is full")),
    ("53", .passing("the database cannot be used")),
    ("55P03", .passing("the database did not answer in time")),
    ("55", .passing("the database was too busy")),
    ("57014", .passing("the database did not answer in time")),
    ("57", .passing("the database cannot be used")),
    ("58", .passing("the database cannot be used")),
    ("XX", .passing("the database cannot be used")),
  ]

  private static let otherTables = SQLStateMeaning.installation(
    "the database has tables that are not those of Vestibule, or not as its migrations make them")

  init(ofCode code: String) {
    self = Self.table.first { code.hasPrefix($0.state) }?.meaning ?? .unknown
  }
}
