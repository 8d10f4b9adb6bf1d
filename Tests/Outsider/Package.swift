// swift-tools-version: 6.2
import PackageDescription

// The code that the guides teach, as a reader would write it: in a package that uses only public symbols.
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
