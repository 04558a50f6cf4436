// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  // Not an unsafe flag, because apps cannot depend on a target with unsafe flags, and the client kit needs `FormRules`.
  .treatAllWarnings(as: .error),
]

/// lld merges functions with identical code, so that an executable is 0.3 MB smaller. Executables are
/// position-independent, which is Swift's default, and keep their unwind tables. (-Osize would make them 0.6 MB smaller
/// but not faster. Packed relocations need glibc 2.36, and AWS Lambda has 2.34. A fully static executable cannot load
/// libcurl.)
let release = ["-use-ld=lld", "-Xlinker", "--icf=all"]

/// The executable of a function. `mail` is for functions that render and send mail, `vendors` for the function that
/// receives the webhooks of mail vendors, and `page` for functions that render pages. Foundation is not linked, because
/// its 42 MB make each start slower.
func function(_ name: String, mail: Bool = false, vendors: Bool = false, page: Bool = false) -> Target {
  .executableTarget(
    name: name,
    dependencies: ["Functions", "Runtime"] + (mail || vendors ? ["Mail"] : []) + (page ? ["Pages"] : []),
    swiftSettings: strict,
    linkerSettings: [
      // The C++ runtime is linked statically and no symbols are exported, which reduces the loader's work at each start
      // by a third.
      .unsafeFlags(["-Xclang-linker", "-static-libgcc", "-Xlinker", "--no-export-dynamic"]),
      .unsafeFlags(release, .when(configuration: .release)),
    ])
}

/// The file that a release bundle embeds in addition to functions.json (scripts/bundle/core).
let bundledSchemas: [CSetting] =
  Context.environment["BUNDLED_SCHEMAS"].map { [.define("BUNDLED_SCHEMAS", to: "\"\($0)\"")] } ?? []

/// Tests of properties that hold for any input. Their input is seeds and earlier findings. With FUZZ=1 they are an
/// executable, in which libFuzzer generates the input (scripts/chaos/fuzz).
func laws(isFuzzing: Bool) -> Target {
  let dependencies: [Target.Dependency] = [
    "Configuration", "Domain", "Functions", "Identity", "Mail", "Runtime", "Storage",
    .product(name: "Crypto", package: "swift-crypto"),
  ]
  let data = ["findings", "provider-key.json", "seeds"]
  return isFuzzing
    ? .executableTarget(
      name: "fuzz", dependencies: dependencies, path: "Tests/Fuzz", exclude: data + ["FuzzTests.swift"],
      // gold cannot link libFuzzer's own `main`.
      swiftSettings: strict, linkerSettings: [.unsafeFlags(["-use-ld=lld"])])
    : .testTarget(
      name: "FuzzTests", dependencies: dependencies, path: "Tests/Fuzz", exclude: data + ["Fuzz.swift"],
      swiftSettings: strict)
}

let package = Package(
  name: "vestibule",
  // Only the client kit is for Apple's systems. It is written for them, and compiled and tested on Linux.
  platforms: [.iOS(.v16), .macOS(.v13)],
  products: [.library(name: "VestibuleClient", targets: ["VestibuleClient"])],
  dependencies: [
    // No package for databases: Sources/Storage calls SQLite and libpq directly, so that functions start fast.
    // PostgresNIO needs SwiftNIO's event loops, swift-nio-ssl and, through NIOFoundationCompat, Foundation. GRDB imports
    // Foundation, does not officially support Linux, and supports only SQLite.

    // Encryption, hashing, HMAC, key derivation, and the signatures of JSON Web Tokens. (With JWTKit,
    // `accept-invitation` was a tenth slower, because its actors and conformances are looked up at each start.)
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    // Parses the certificates of Amazon SNS. swift-crypto depends on it too.
    .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
    // The logging API of Swift servers: log levels and metadata.
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    // The reference for the templates of mails and pages. Only tests link it (Sources/Templates says why).
    .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
    // The options, help and completions of the operators' command. Only `vestibule` links it. It needs
    // FoundationEssentials, not Foundation.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
  ],
  targets: [
    .systemLibrary(name: "CSQLite"),
    .systemLibrary(name: "CTimex"),
    .target(name: "CArgon2", dependencies: ["CLibrary"]),
    .target(name: "CCompatibility"),
    .target(name: "CCrypt", dependencies: ["CLibrary"]),
    .target(name: "CCurl", dependencies: ["CLibrary"]),
    .target(name: "CFastCGI", dependencies: ["CLibrary"]),
    .target(name: "CIDN2", dependencies: ["CLibrary"]),
    .target(name: "CLibrary"),
    .target(
      name: "CBundled", exclude: ["top-level-domains.txt", "wordings.json"], cSettings: bundledSchemas),
    .target(name: "CPostgreSQL", dependencies: ["CLibrary"]),
    // The rules for what people type, which the server and the client kit share.
    .target(name: "FormRules", dependencies: ["CBundled", "CIDN2"], swiftSettings: strict),
    .target(name: "Domain", dependencies: ["FormRules"], swiftSettings: strict),
    .target(name: "Configuration", dependencies: ["CBundled", "Domain"], swiftSettings: strict),
    .target(
      name: "Storage", dependencies: ["CPostgreSQL", "CSQLite", "Domain"], exclude: ["README.md"],
      swiftSettings: strict,
      // The static library, so that the executables contain SQLite.
      linkerSettings: [.linkedLibrary(":libsqlite3.a"), .linkedLibrary("m")]),
    .target(name: "HTTP", dependencies: ["CCurl", "Domain"], swiftSettings: strict),
    .target(
      name: "Identity",
      dependencies: [
        "CArgon2", "CCrypt", "Domain", "HTTP", "Storage", .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
      ], swiftSettings: strict),
    .target(
      name: "Functions", dependencies: ["CBundled", "Domain", "Identity", "Storage"], exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "Runtime",
      dependencies: [
        "CCompatibility", "CFastCGI", "Configuration", "Domain", "Functions", "HTTP", "Identity", "Storage",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .target(name: "Templates", dependencies: ["Configuration", "Domain"], swiftSettings: strict),
    .target(
      name: "Mail", dependencies: ["Configuration", "Domain", "Functions", "HTTP", "Identity", "Templates"],
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "Pages",
      dependencies: [
        "Configuration", "Domain", "Functions", "Identity", "Templates",
        .product(name: "Crypto", package: "swift-crypto"),
      ], exclude: ["README.md"], swiftSettings: strict),
    function("accept-invitation"),
    function("accept-page", page: true),
    function("account-data-page", mail: true, page: true),
    function("account-page", mail: true, page: true),
    function("answer-challenge"),
    function("app-configuration"),
    function("apple-app-site-association"),
    function("assetlinks"),
    function("assign-workout"),
    function("authorize"),
    function("client-page", mail: true, page: true),
    function("clients-page", mail: true, page: true),
    function("complete-account"),
    function("complete-workout"),
    function("confirm-factor"),
    function("delete-account", mail: true),
    function("deliver-mail", mail: true),
    function("enroll-factor"),
    function("error-page", page: true),
    function("expire-invitations"),
    function("export-account"),
    function("get-account"),
    function("get-client"),
    function("get-member"),
    function("guardian-confirm", page: true),
    function("guardian-page", page: true),
    function("invitation-report"),
    function("invite-page", page: true),
    function("jwks"),
    function("leave-inviter"),
    function("link-identity"),
    function("list-audit"),
    function("list-clients"),
    function("list-factors"),
    function("list-members"),
    function("list-sessions"),
    function("list-workouts"),
    function("next-page", mail: true, page: true),
    function("oauth-callback", page: true),
    function("on-apple-notification"),
    function("on-mail-event", vendors: true),
    function("on-user-create"),
    function("passkey-options"),
    function("preview-invitation"),
    function("purge-records"),
    function("reauthenticate"),
    function("refresh-session"),
    function("remove-client"),
    function("remove-factor"),
    function("remove-workout"),
    function("renew-recovery-codes"),
    function("request-sign-in"),
    function("resend-invitation", mail: true),
    function("reset-password"),
    function("reset-password-confirm", page: true),
    function("reset-password-page", page: true),
    function("restore-account"),
    function("restore-account-confirm", page: true),
    function("restore-account-page", page: true),
    function("revoke-invitation"),
    function("security-page", page: true),
    function("send-invitation", mail: true),
    function("sign-in"),
    function("sign-in-code-page", page: true),
    function("sign-in-page", page: true),
    function("sign-in-with-apple"),
    function("sign-out"),
    function("sign-out-page", page: true),
    function("sign-up", mail: true),
    function("sign-up-page", mail: true, page: true),
    function("unlink-identity"),
    function("unsubscribe"),
    function("unsubscribe-confirm", page: true),
    function("unsubscribe-page", page: true),
    function("update-account", mail: true),
    function("update-client"),
    function("update-member"),
    function("update-workout"),
    function("verify-email", mail: true),
    function("verify-email-confirm", page: true),
    function("verify-email-page", page: true),
    function("workouts-page", page: true),
    // The operators' command. It has no main.swift, because it takes arguments and answers no event.
    .executableTarget(
      name: "vestibule",
      dependencies: [
        "CCurl", "CFastCGI", "CLibrary", "CPostgreSQL", "CTimex", "Configuration", "Domain", "Functions", "HTTP",
        "Identity", "Mail", "Pages", "Runtime", "Storage",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["README.md"], swiftSettings: strict,
      linkerSettings: [
        .unsafeFlags(["-Xclang-linker", "-static-libgcc"]), .unsafeFlags(release, .when(configuration: .release)),
      ]),
    // The client kit: the only target that links Foundation, for URLSession, files and dates. It shares `FormRules`
    // with the server, and has no other dependency. Functions do not depend on it, and no release bundle contains it.
    .target(
      name: "VestibuleClient", dependencies: ["FormRules"], exclude: ["README.md"],
      swiftSettings: strict + [.enableUpcomingFeature("InternalImportsByDefault")]),
    .executableTarget(name: "trainer-cli", dependencies: ["VestibuleClient"], swiftSettings: strict),
    .testTarget(
      name: "VestibuleClientTests",
      dependencies: ["Configuration", "Domain", "Functions", "VestibuleClient"], swiftSettings: strict),
    .testTarget(
      name: "DomainTests", dependencies: ["Configuration", "Domain", "TestSupport"], swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["Domain", "Storage"], path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(
      name: "StorageTests",
      dependencies: ["Domain", "Storage", "TestSupport", .product(name: "Crypto", package: "swift-crypto")],
      swiftSettings: strict),
    .testTarget(
      name: "IdentityTests", dependencies: ["Domain", "Identity", "Storage", "TestSupport"], exclude: ["Passkeys"],
      swiftSettings: strict),
    .testTarget(
      name: "FunctionsTests", dependencies: ["Domain", "Functions", "Identity", "Storage", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "RuntimeTests", dependencies: ["Configuration", "Domain", "Functions", "Runtime"], swiftSettings: strict),
    .testTarget(
      name: "TemplatesTests",
      dependencies: ["Domain", "Templates", "TestSupport", .product(name: "Mustache", package: "swift-mustache")],
      swiftSettings: strict),
    .testTarget(
      name: "MailTests", dependencies: ["CCurl", "Domain", "Functions", "HTTP", "Identity", "Mail"],
      swiftSettings: strict),
    laws(isFuzzing: Context.environment["FUZZ"] == "1"),
  ]
)
