// swift-tools-version: 6.2
import PackageDescription

// A conformance suite, not an example: it uses only public symbols of Reactor.
let package = Package(
    name: "Torture",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "torture", targets: ["TortureProgram"])],
    dependencies: [.package(name: "Reactor", path: "../..")],
    targets: [
        .target(
            name: "Torture",
            dependencies: [
                .product(name: "Reactor", package: "Reactor"),
                .product(name: "ReactorQueries", package: "Reactor"),
                .product(name: "ReactorRecording", package: "Reactor"),
                .product(name: "ReactorTesting", package: "Reactor"),
            ],
            resources: [.embedInCode("Histories")]),
        .executableTarget(
            name: "TortureProgram",
            dependencies: ["Torture", .product(name: "ReactorRecording", package: "Reactor")]),
        .testTarget(name: "TortureTests", dependencies: ["Torture", "TortureProgram"]),
    ],
    swiftLanguageModes: [.v6]
)
