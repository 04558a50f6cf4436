// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  // Not an unsafe flag, because apps cannot depend on a target with unsafe flags, and the client kit needs
  // `VestibuleRules`.
  .treatAllWarnings(as: .error),
]

/// lld links an executable in 0.4 s of CPU time, gold in 0.7 s.
let linker = ["-use-ld=lld"]

/// lld merges functions with identical code, so an executable is 0.3 MB smaller. Executables are
/// position-independent, which is Swift's default, and keep their unwind tables. (-Osize would make them 0.6 MB smaller
/// but not faster. Packed relocations need glibc 2.36, and AWS Lambda has 2.34. A fully static executable cannot load
/// libcurl.)
let release = ["-Xlinker", "--icf=all"]

// Written by scripts/function-list:

/// The functions that only decide.
let functions = [
  "accept-invitation", "answer-challenge", "answer-join-request", "app-configuration", "apple-app-site-association",
  "assetlinks", "assign-workout", "authorize", "complete-account", "complete-workout", "confirm-factor",
  "create-join-link", "create-team", "decline-invitation", "enroll-factor", "expire-invitations", "export-account",
  "get-account", "get-client", "get-member", "get-team", "invitation-report", "jwks", "leave-inviter", "link-identity",
  "list-audit", "list-clients", "list-factors", "list-join-links", "list-join-requests", "list-members",
  "list-sessions", "list-teams", "list-workouts", "on-apple-notification", "on-user-create", "openid-configuration",
  "passkey-options", "preview-invitation", "purge-records", "reauthenticate", "refresh-session", "remove-client",
  "remove-factor", "remove-team-member", "remove-workout", "renew-recovery-codes", "request-invitation",
  "request-sign-in", "reset-password", "restore-account", "revoke-invitation", "sign-in", "sign-in-with-apple",
  "sign-out", "unlink-identity", "unsubscribe", "update-client", "update-join-link", "update-member", "update-team",
  "update-team-member", "update-workout",
]

/// Those that send mail, or know its vendors.
let mailing = [
  "delete-account", "deliver-mail", "on-mail-event", "resend-invitation", "send-invitation", "sign-up",
  "update-account", "verify-email",
]

/// Those that answer a browser with a page.
let pages = [
  "accept-page", "change-password-page", "decline-page", "error-page", "guardian-confirm", "guardian-page",
  "invite-page", "join-page", "members-page", "not-me-page", "oauth-callback", "request-page", "reset-password-page",
  "restore-account-page", "security-page", "sign-in-code-page", "sign-in-page", "sign-out-page", "unsubscribe-page",
  "verify-email-page", "workouts-page",
]

/// Those that send mail and render pages.
let mailingPages = [
  "account-data-page", "account-page", "client-page", "clients-page", "next-page", "resend-page", "sign-up-page",
  "supabase-auth",
]

// End of the lists.

/// The executable of a function, `Sources/Executables/NAME/main.swift`. Foundation is not linked, because its 42 MB
/// make each start slower.
func executable(_ name: String, _ modules: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name,
    dependencies: modules + ["Runtime"],
    path: "Sources/Executables/\(name)",
    swiftSettings: strict,
    linkerSettings: [
      // The C++ runtime is linked statically and no symbols are exported, which reduces the loader's work at each start
      // by a third.
      .unsafeFlags(linker + ["-Xclang-linker", "-static-libgcc", "-Xlinker", "--no-export-dynamic"]),
      .unsafeFlags(release, .when(configuration: .release)),
    ])
}

let executables =
  functions.map { executable($0, ["Functions"]) } + mailing.map { executable($0, ["Functions", "Delivery"]) }
  + pages.map { executable($0, ["Pages"]) } + mailingPages.map { executable($0, ["Delivery", "Functions", "Pages"]) }

/// A binding to a C library.
func binding(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/Bindings/\(name)")
}

/// The file that a release bundle embeds in addition to functions.json (scripts/bundle/core).
let bundledSchemas: [CSetting] =
  Context.environment["BUNDLED_SCHEMAS"].map { [.define("BUNDLED_SCHEMAS", to: "\"\($0)\"")] } ?? []

/// Tests of properties that hold for any input. Their input is seeds and earlier findings. With FUZZ=1 they are an
/// executable, in which libFuzzer generates the input (scripts/chaos/fuzz).
func laws(isFuzzing: Bool) -> Target {
  let dependencies: [Target.Dependency] = [
    "Configuration", "Delivery", "Domain", "Functions", "Identity", "Pages", "Runtime", "Storage",
    .product(name: "Crypto", package: "swift-crypto"),
  ]
  let data = ["findings", "provider-key.json", "seeds"]
  return isFuzzing
    ? .executableTarget(
      name: "fuzz", dependencies: dependencies, path: "Tests/Fuzz", exclude: data + ["FuzzTests.swift"],
      // gold cannot link libFuzzer's own `main`.
      swiftSettings: strict, linkerSettings: [.unsafeFlags(linker)])
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
    // PostgresNIO needs SwiftNIO's event loops, swift-nio-ssl and, through NIOFoundationCompat, Foundation. GRDB
    // imports Foundation, does not officially support Linux, and supports only SQLite.

    // Encryption, hashing, HMAC, key derivation, and the signatures of JSON Web Tokens. (With JWTKit,
    // `accept-invitation` was a tenth slower: Sources/README.md, "Conformances at start-up".)
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
    // The HTTP server of `vestibule serve`: its event loop and its parser (llhttp). Only `vestibule` links it, without
    // its modules for Foundation.
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
  ],
  targets: [
    .systemLibrary(name: "CSQLite", path: "Sources/Bindings/CSQLite"),
    .systemLibrary(name: "CSpawn", path: "Sources/Bindings/CSpawn"),
    .systemLibrary(name: "CTimex", path: "Sources/Bindings/CTimex"),
    binding("CArgon2", ["CLibrary"]),
    binding("CArguments"),
    binding("CCompatibility"),
    binding("CCrypt", ["CLibrary"]),
    binding("CCurl", ["CLibrary"]),
    binding("CFastCGI", ["CLibrary"]),
    binding("CIDN2", ["CLibrary"]),
    binding("CLibrary"),
    binding("CPostgreSQL", ["CLibrary"]),
    .target(
      name: "CBundled", path: "Sources/Bindings/CBundled", exclude: ["top-level-domains.txt", "wordings.json"],
      cSettings: bundledSchemas),
    // JSON, and the rules for what people type, which the server and the client kit share.
    .target(name: "VestibuleJSON", swiftSettings: strict),
    .target(name: "VestibuleRules", dependencies: ["CBundled", "CIDN2", "VestibuleJSON"], swiftSettings: strict),
    .target(name: "Domain", dependencies: ["VestibuleRules"], swiftSettings: strict),
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
      name: "Functions", dependencies: ["Domain", "Identity", "Storage"],
      exclude: ["README.md", "Events.md"]
        + [
          "Accounts", "Apps", "Clients", "Factors", "Invitations", "Schedules", "Sessions", "Supabase", "Teams",
          "Triggers", "Workouts",
        ].map { "\($0)/README.md" },
      swiftSettings: strict),
    .target(
      name: "Runtime",
      dependencies: [
        "CArguments", "CCompatibility", "CFastCGI", "Configuration", "Domain", "Functions", "HTTP", "Identity",
        "Storage",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .target(name: "Templates", dependencies: ["Configuration", "Domain"], swiftSettings: strict),
    .target(
      name: "Delivery",
      dependencies: ["CBundled", "Configuration", "Domain", "Functions", "HTTP", "Identity", "Storage", "Templates"],
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "Pages",
      dependencies: [
        "Configuration", "Domain", "Functions", "Identity", "Storage", "Templates",
        .product(name: "Crypto", package: "swift-crypto"),
      ], exclude: ["README.md", "Functions.md"], swiftSettings: strict),
    // The operators' command. It takes arguments and answers no event.
    .executableTarget(
      name: "vestibule",
      dependencies: [
        "CCurl", "CFastCGI", "CLibrary", "CPostgreSQL", "CSpawn", "CTimex", "Configuration", "Delivery", "Domain",
        "Functions", "HTTP", "Identity", "Pages", "Runtime", "Storage", "Templates",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      exclude: [
        "README.md", "Account/README.md", "Audit/README.md", "Backup/README.md", "Deliver/README.md",
        "Doctor/README.md", "Import/README.md", "Keys/README.md", "Mail/README.md", "Report/README.md",
        "Serve/Code.md", "Serve/README.md", "ServiceKeys/README.md", "Suppression/README.md", "Team/README.md",
        "Workers/README.md",
      ], swiftSettings: strict,
      linkerSettings: [
        .unsafeFlags(linker + ["-Xclang-linker", "-static-libgcc", "-Xlinker", "--no-export-dynamic"]),
        .unsafeFlags(release, .when(configuration: .release)),
      ]),
    // The client kit: the only target that links Foundation, for URLSession, files and dates. It shares `VestibuleJSON`
    // and `VestibuleRules` with the server, and has no other dependency. Functions do not depend on it, and no release
    // bundle contains it. These two have the project's name because a package and its dependencies cannot have two
    // modules with one name, and an app may well have a module `JSON`.
    .target(
      name: "VestibuleClient", dependencies: ["VestibuleJSON", "VestibuleRules"], exclude: ["README.md"],
      swiftSettings: strict + [.enableUpcomingFeature("InternalImportsByDefault")]),
    .executableTarget(
      name: "trainer-cli", dependencies: ["VestibuleClient"], exclude: ["README.md"], swiftSettings: strict),
    .testTarget(
      name: "VestibuleClientTests",
      dependencies: ["Configuration", "Domain", "Functions", "VestibuleClient"],
      // Type-checked with the kit by scripts/check-apple.
      exclude: ["AppleModules"], swiftSettings: strict),
    .testTarget(name: "VestibuleJSONTests", dependencies: ["VestibuleJSON", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "VestibuleRulesTests", dependencies: ["Domain", "VestibuleRules", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "DomainTests", dependencies: ["Configuration", "Domain", "TestSupport"], swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["Domain", "Functions", "Identity", "Storage"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "ConfigurationTests", dependencies: ["Configuration", "Domain", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "HTTPTests", dependencies: ["CCurl", "Domain", "HTTP"], swiftSettings: strict),
    .testTarget(
      name: "StorageTests",
      dependencies: ["Domain", "Storage", "TestSupport", .product(name: "Crypto", package: "swift-crypto")],
      swiftSettings: strict),
    .testTarget(
      name: "IdentityTests", dependencies: ["Domain", "Identity", "Storage", "TestSupport"], exclude: ["Passkeys"],
      swiftSettings: strict),
    .testTarget(
      // A test of a resent invitation drains the outbox.
      name: "FunctionsTests", dependencies: ["Delivery", "Domain", "Functions", "Identity", "Storage", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "VestibuleTests",
      dependencies: [
        "Domain", "Storage", "vestibule", .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PagesTests", dependencies: ["Domain", "Functions", "Identity", "Pages", "Storage", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "RuntimeTests", dependencies: ["Configuration", "Domain", "Functions", "Runtime"], swiftSettings: strict),
    .testTarget(
      name: "TemplatesTests",
      dependencies: ["Domain", "Templates", "TestSupport", .product(name: "Mustache", package: "swift-mustache")],
      swiftSettings: strict),
    .testTarget(
      name: "DeliveryTests",
      dependencies: ["CCurl", "Delivery", "Domain", "Functions", "HTTP", "Identity", "Storage", "TestSupport"],
      swiftSettings: strict),
    laws(isFuzzing: Context.environment["FUZZ"] == "1"),
  ] + executables
)
