import Identity
import Testing

@Suite("Password hashes from elsewhere") struct PasswordHashTests {
  private static let bcrypt = "$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW"

  @Test(
    "Of bcrypt and Argon2id passwords can be verified",
    arguments: [
      bcrypt, "$2a$04" + bcrypt.dropFirst(6), "$2y$31" + bcrypt.dropFirst(6),
      "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    ])
  func known(_ hash: String) { #expect(Passwords.canVerify(hash)) }

  @Test(
    "Of anything else they cannot",
    arguments: [
      "", Passwords.unknown, "apple_oauth", bcrypt + "a", String(bcrypt.dropLast()), "$2x$12" + bcrypt.dropFirst(6),
      "$2b$03" + bcrypt.dropFirst(6), "$2b$32" + bcrypt.dropFirst(6), "$2b$+4" + bcrypt.dropFirst(6),
      "$2b$12$" + String(repeating: "!", count: 53), "$argon2i$v=19$m=64,t=1,p=1$AAAA$AAAA",
      "$argon2id$v=19$m=64,t=1,p=1$AAAA$AAAAAAAA", "$argon2id$v=19$m=7,t=1,p=1$AAAAAAAAAAAAAAAA$AAAAAAAA",
      "$argon2id$v=19$t=1,m=64,p=1$AAAAAAAAAAAAAAAA$AAAAAAAA", "$argon2id$v=19$m=64,t=1,p=1$AAAAAAAAAAAAAAAA=$AAAAAAAA",
      "$argon2id$v=19$m=64,t=1,p=1$AAAAAAAAAAAAAAAA$AAAAAAAA$", "$argon2id$v=16$m=64,t=1,p=1$AAAA$AAAA",
      "$argon2id$v=19$m=64,t=1$AAAA$AAAA", "scrypt:32768:8:1$salt$hash",
      "pbkdf2:sha256:600000$salt$hash",
    ])
  func unknown(_ hash: String) { #expect(!Passwords.canVerify(hash)) }

  @Test("Of what stands for a password that is not known, none is right")
  func placeholder() throws {
    let passwords = Passwords(parameters: .init(memoryKiB: 64, iterations: 1, parallelism: 1)) {
      [UInt8](repeating: 1, count: $0)
    }
    for password in ["", "!", "password"] { #expect(try !passwords.verify(password, against: Passwords.unknown)) }
  }
}
