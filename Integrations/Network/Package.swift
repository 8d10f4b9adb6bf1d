// swift-tools-version: 6.2
import PackageDescription

// Separate from `Integrations`, because AsyncHTTPClient takes 400 seconds of processor time to build once.
let package = Package(
    name: "Network",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.library(name: "ReactorHTTPClient", targets: ["ReactorHTTPClient"])],
    dependencies: [
        .package(name: "Reactor", path: "../.."),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .target(
            name: "ReactorHTTPClient",
            dependencies: [
                .product(name: "ReactorServices", package: "Reactor"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]),
        .executableTarget(
            name: "NetworkFigures",
            dependencies: [
                "ReactorHTTPClient", .product(name: "ReactorServices", package: "Reactor"),
            ]),
        // A link to the checks that Reactor's tests also use.
        .target(
            name: "NetworkChecks",
            dependencies: [
                .product(name: "Reactor", package: "Reactor"), .product(name: "ReactorServices", package: "Reactor"),
            ],
            path: "Tests/NetworkChecks"),
        .testTarget(
            name: "ReactorHTTPClientTests",
            dependencies: [
                "NetworkChecks", "ReactorHTTPClient", .product(name: "ReactorServices", package: "Reactor"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
            ]),
        .executableTarget(
            name: "BoardService",
            dependencies: [
                .product(name: "ReactorRecording", package: "Reactor"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .testTarget(
            name: "BoardServiceTests",
            dependencies: [
                "BoardService", .product(name: "ReactorTesting", package: "Reactor"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ]),
    ]
)
