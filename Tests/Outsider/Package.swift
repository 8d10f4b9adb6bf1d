// swift-tools-version: 6.2
import PackageDescription

// What the guides tell people to write, written as they would: in a package that sees only what is public.
let package = Package(
    name: "Outsider",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Reactor", path: "../..")],
    targets: [
        .executableTarget(
            name: "Outsider",
            dependencies: [
                .product(name: "Reactor", package: "Reactor"),
                .product(name: "ReactorOffline", package: "Reactor"),
                .product(name: "ReactorQueries", package: "Reactor"),
                .product(name: "ReactorRecording", package: "Reactor"),
                .product(name: "ReactorServices", package: "Reactor"),
                .product(name: "ReactorTesting", package: "Reactor"),
                .product(name: "ReactorTools", package: "Reactor"),
            ],
            path: ".")
    ],
    swiftLanguageModes: [.v6])
