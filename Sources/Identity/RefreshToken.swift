import Domain

/// A refresh token: a session, how often its token has been replaced, and a MAC over both under a key derived from
/// `SECRET_KEY`.
///
/// Nothing of it stands in the database but the number. Whoever shows an older number has a token that was replaced,
/// however long ago; and the token after the one that a client lost the answer to can be made again.
public struct RefreshToken: Equatable, Sendable {
  public var sessionID: String
  public var generation: Int

  public init(sessionID: String, generation: Int) {
    self.sessionID = sessionID
    self.generation = generation
  }

  public func text(_ secret: SecretKey) throws(Problem) -> String {
    "\(sessionID).\(generation).\(try Self.codes(sessionID, generation, secret)[0])"
  }

  /// Reads a token; nil where it is none of ours.
  public init?(_ text: String, _ secret: SecretKey) throws(Problem) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let generation = Int(parts[1]), String(generation) == parts[1] else { return nil }
    let codes = try Self.codes(String(parts[0]), generation, secret)
    guard codes.contains(where: { constantTimeEqual($0, parts[2]) }) else { return nil }
    self.init(sessionID: String(parts[0]), generation: generation)
  }

  private static func codes(_ sessionID: String, _ generation: Int, _ secret: SecretKey) throws(Problem) -> [String] {
    try secret.fingerprints(Array("\(sessionID).\(generation)".utf8), for: .refreshTokens)
  }
}
