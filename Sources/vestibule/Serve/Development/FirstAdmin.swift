// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions
import Glibc
import Identity
import Runtime
import Storage

/// The first admin of a new database, whose password is in a file that only its owner can read.
struct FirstAdmin {
  let email: String
  let password: String

  static let fileName = "first-admin.json"
  private static let name = "Sam Carter"

  /// The one that an earlier start has chosen; nil if there is none.
  static func known(in folder: DataFolder) -> FirstAdmin? {
    guard let bytes = try? readFile("\(folder.path)/\(fileName)"), let json = try? JSON(parsing: bytes),
      let email = json["email"]?.string, let password = json["password"]?.string
    else { return nil }
    return FirstAdmin(email: email, password: password)
  }

  /// Creates it if there is no database yet. If that is not possible, stderr says why.
  static func created(in folder: DataFolder, domain: String) -> FirstAdmin? {
    guard case .sqlite(let path)? = try? Settings().database, access(path, F_OK) != 0 else { return nil }
    let secret = String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16)
    let admin = FirstAdmin(email: "sam@\(domain)", password: "Trial-\(secret)-1")
    do throws(Failure) {
      try admin.store()
      let json: JSON = ["email": .string(admin.email), "password": .string(admin.password)]
      do { try createFile("\(folder.path)/\(fileName)", json.line) } catch { throw .unavailable(error.reason) }
      return admin
    } catch {
      writeStandardError("vestibule: there is no first admin with a password: \(error.message)\n")
      return nil
    }
  }

  private func store() throws(Failure) {
    guard let address = EmailAddress(email) else { throw .usage("\(email) is not a mail address") }
    let environment = try operatorEnvironment(needsDatabase: false)
    _ = try deciding { () throws(Problem) in
      let hash = try environment.authentication.passwordHasher.hash(password)
      return try environment.write(.ofOperator("serve", environment)) { (decision) throws(Problem) in
        let role = decision.policy.roles.inviter
        let account = try decision.admission.createAccount(address, role: role, displayName: Self.name, phone: nil)
        try decision.tables.passwords.set(hash, of: account.id, email: address, at: decision.now)
        return account
      }
    }
  }
}
