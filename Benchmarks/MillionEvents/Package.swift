// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "MillionEvents",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "million-events", targets: ["MillionEvents"]),
        .executable(name: "long-log", targets: ["LongLog"]),
        .executable(name: "asked-why", targets: ["AskedWhy"]),
    ],
    dependencies: [.package(name: "Reactor", path: "../..")],
    targets: [
        .executableTarget(
            name: "MillionEvents",
            dependencies: [
                .product(name: "Reactor", package: "Reactor"), .product(name: "ReactorRecording", package: "Reactor"),
            ]),
        .executableTarget(
            name: "LongLog",
            dependencies: [
                .product(name: "Reactor", package: "Reactor"), .product(name: "ReactorRecording", package: "Reactor"),
            ]),
        .executableTarget(
            name: "AskedWhy",
            dependencies: [
                .product(name: "Reactor", package: "Reactor"), .product(name: "ReactorRecording", package: "Reactor"),
                .product(name: "ReactorTools", package: "Reactor"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
