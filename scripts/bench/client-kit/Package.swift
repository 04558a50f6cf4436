// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// A package of its own, as an app's, for `scripts/bench/kit`. VESTIBULE is the folder of the kit.
let kit: [Target.Dependency] = ["ByHand", .product(name: "VestibuleClient", package: "vestibule")]

let package = Package(
  name: "client-kit",
  platforms: [.iOS(.v16), .macOS(.v13)],
  dependencies: [.package(name: "vestibule", path: Context.environment["VESTIBULE"] ?? "../../..")],
  targets: [
    .target(name: "ByHand"),
    .executableTarget(name: "by-hand", dependencies: ["ByHand"]),
    .executableTarget(name: "with-kit", dependencies: kit),
    .executableTarget(name: "calls", dependencies: kit),
  ]
)
