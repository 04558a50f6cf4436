// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions
import Glibc
import Identity
import Storage

/// Makes the courier of an executable that sends mail.
public typealias CourierMaker = (
  _ settings: Settings, _ policy: Policy, _ secret: SecretKey, _ messages: Messages, _ now: Timestamp
) -> any Courier

extension Environment {
  /// The real world.
  /// - Parameter store: the one that the process has kept from the event before.
  static func live(
    _ settings: Settings, policy: Policy, store: Store?, messages: Messages, deadline: Deadline, traceparent: String?,
    courier: CourierMaker?
  ) throws(Problem) -> Environment {
    let opened = try Store.at(settings.database, legacyRole: policy.roles.legacy, deadline: deadline)
    return try live(
      settings, policy: policy, store: store ?? opened, messages: messages, deadline: deadline,
      traceparent: traceparent,
      courier: courier)
  }

  /// The real world of a command that an operator runs. It answers no event and has no deadline, but waits at most
  /// `timeout` each time that others are writing.
  /// - Parameters:
  ///   - isTrial: whether it works on a copy of the database, which nobody sees and which goes with it.
  ///   - needsDatabase: whether the database must be there already: a command that looks at things finds none in a new
  ///     one, and nothing would say that it is the wrong one.
  /// - Throws: `service/misconfigured`.
  public static func forOperator(
    _ settings: Settings, isTrial: Bool = false, needsDatabase: Bool = false, timeout: Duration = .seconds(30)
  ) throws(Problem) -> Environment {
    let policy = try settings.policy()
    let database = try settings.database
    if needsDatabase, case .sqlite(let path) = database, access(path, F_OK) != 0 {
      throw .misconfigured("DATABASE_URL", "there is no database at \(path)")
    }
    let deadline = Deadline(in: .days(365))
    let store = Store.at(
      database, isTrial: isTrial, legacyRole: policy.roles.legacy, deadline: deadline, timeout: timeout)
    if needsDatabase, try !store.hasTables() {
      throw .misconfigured("DATABASE_URL", "there are no tables of Vestibule in that database")
    }
    return try live(
      settings, policy: policy, store: store, messages: settings.messages(wording: policy.messages),
      deadline: deadline, traceparent: nil, courier: nil)
  }

  private static func live(
    _ settings: Settings, policy: Policy, store: Store, messages: Messages, deadline: Deadline, traceparent: String?,
    courier: CourierMaker?
  ) throws(Problem) -> Environment {
    let now = currentTime()
    let secret = SecretKey { () throws(Problem) in try settings.secretKeys() }
    let reach = IssuerReach(
      store: store, now: now, deadline: deadline, traceparent: traceparent,
      allowInsecure: try settings.flag("ALLOW_INSECURE"))
    let ids = IDSource(now: now)
    var environment = Environment(
      policy: policy, now: now, clock: currentTime,
      pause: { usleep(UInt32($0.wholeMilliseconds) * 1000) }, deadline: deadline, random: randomBytes,
      newID: { ids.next() }, store: store, secret: secret,
      identities: IDTokenVerifier(providers: policy.providers, keySets: KeySets(reach), now: now),
      tokens: AccessTokens(
        secret: secret, random: randomBytes, now: now, lifetime: policy.session.access),
      passwords: Passwords(
        parameters: policy.password?.argon2 ?? .init(memoryKiB: 19_456, iterations: 2, parallelism: 1),
        random: randomBytes),
      isCommonPassword: settings.isCommonPassword, messages: messages,
      schema: { Catalogue.schema(["$ref": .string("#/$defs/\($0)")]) },
      webhookSecrets: settings.webhookSecrets, secrets: settings.secrets, certificates: SNSCertificates(reach),
      publicURL: settings.publicURL, issuer: try settings["PUBLIC_URL"] ?? "urn:vestibule",
      courier: courier?(settings, policy, secret, messages, now))
    environment.traceparent = traceparent
    return environment
  }
}

extension Store {
  /// The store of a location.
  /// - Parameters:
  ///   - isTrial: whether it is a copy, which nobody sees and which goes with the process.
  ///   - timeout: how long a statement waits for others, as far as the deadline lets it.
  static func at(
    _ database: DatabaseLocation, isTrial: Bool = false, legacyRole: String?, deadline: Deadline,
    timeout: Duration = .days(1)
  ) -> Store {
    switch database {
    case .sqlite(let path) where isTrial:
      .copy(ofSQLite: path, legacyRole: legacyRole, deadline: deadline, timeout: timeout)
    case .sqlite(let path):
      .sqlite(path: path, legacyRole: legacyRole, deadline: deadline, timeout: timeout) { () throws(Problem) in
        try makeFolder(ofDatabase: path)
      }
    case .postgreSQL(let uri):
      .postgreSQL(uri: uri, isTrial: isTrial, legacyRole: legacyRole, deadline: deadline, timeout: timeout)
    }
  }
}

func randomBytes(_ count: Int) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
    // One system call, which takes 256 bytes and fails only where it is asked for more (getentropy(3)).
    let result = getentropy(bytes.baseAddress, count)
    precondition(result == 0, "no random bytes")
    filled = count
  }
}

func makeFolder(ofDatabase path: String) throws(Problem) {
  guard access(path + "/.", F_OK) != 0 else { throw .misconfigured("DATABASE_URL", "\(path) is a folder") }
  let folder = folder(of: path)
  guard access(folder, F_OK) != 0 else { return }
  do { try makeFolder(folder) } catch {
    throw .misconfigured("DATABASE_URL", "the folder \(folder) cannot be made")
  }
}

/// Ids in the form of UUID version 7 (RFC 9562, section 5.7): the moment, a counter within this process, and 62
/// random bits, so that rows which are made one after the other lie one after the other.
private final class IDSource {
  private let milliseconds: Int
  private var count = 0

  init(now: Timestamp) { milliseconds = now.milliseconds }

  func next() -> String {
    let timestamp = milliseconds + count >> 12
    let counter = count & 0xFFF
    count += 1
    var bytes = (0..<6).map { UInt8(truncatingIfNeeded: timestamp >> (40 - 8 * $0)) }
    bytes += [0x70 | UInt8(counter >> 8), UInt8(counter & 0xFF)] + randomBytes(8)
    bytes[8] = bytes[8] & 0x3F | 0x80
    var text = Array(bytes.hexadecimal.utf8)
    for place in [20, 16, 12, 8] { text.insert(UInt8(ascii: "-"), at: place) }
    return String(decoding: text, as: UTF8.self)
  }
}
