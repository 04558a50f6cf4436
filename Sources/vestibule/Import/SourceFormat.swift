// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain

/// The format of a source's rows. Each one has a file in `Shapes`.
enum SourceFormat: String, CaseIterable, ExpressibleByArgument {
  /// A table of an app.
  case table
  /// The output of `firebase auth:export`.
  case firebase
  /// Supabase's `auth.users`.
  case supabase
  /// Keycloak's export of a realm.
  case keycloak
  /// Subjects of Apple before and after the transfer of an app, which `AppleTransfers` imports.
  case appleTransfer = "apple-transfer"

  func person(in record: Record, now: Timestamp) -> DescribedPerson {
    switch self {
    case .table: DescribedPerson(tableRow: record)
    case .firebase: DescribedPerson(firebaseUser: record)
    case .supabase: DescribedPerson(supabaseUser: record, now: now)
    case .keycloak: DescribedPerson(keycloakUser: record)
    case .appleTransfer: DescribedPerson()
    }
  }

  /// The plain names of the columns that it reads.
  var knownColumns: Set<String> {
    switch self {
    case .table: DescribedPerson.columnsOfTable
    case .firebase: DescribedPerson.columnsOfFirebase
    case .supabase: DescribedPerson.columnsOfSupabase
    case .keycloak: DescribedPerson.columnsOfKeycloak
    case .appleTransfer: AppleTransfers.columns
    }
  }

  /// Why these columns cannot contain people; nil if they can. Otherwise all rows would be skipped, or lose their
  /// passwords.
  func failure(with columns: [String]) -> String? {
    let known = Set(columns.map(Record.plainName))
    switch self {
    case .table where known.isSuperset(of: ["encryptedpassword", "rawusermetadata"]),
      .table where known.isSuperset(of: ["encryptedpassword", "emailconfirmedat"]):
      return "these look like the columns of Supabase's auth.users: use --format supabase"
    case .table where known.isDisjoint(with: DescribedPerson.columnsOfAddress + ["appleuserid"]):
      return "there is no column email or apple_user_id; columns are separated by commas, semicolons or tabs"
    case .supabase where !known.isSuperset(of: ["id", "email", "encryptedpassword"]):
      return "these are not the columns of Supabase's auth.users: id, email or encrypted_password is missing"
    case .appleTransfer where !known.isSuperset(of: AppleTransfers.columns):
      return "there is no column sub, or no column transfer_sub"
    default: return nil
    }
  }
}
