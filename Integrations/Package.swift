// swift-tools-version: 6.2
import PackageDescription

// Adapters for libraries that Reactor itself does not depend on. Each target has one to three files, which a program copies: SwiftPM
// cannot depend on a package in a subfolder by the address of its repository.
let package = Package(
    name: "Integrations",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "ReactorLive", targets: ["ReactorLive"]),
        .executable(name: "live-inspector", targets: ["LiveInspectorSample"]),
        .library(name: "ReactorLogging", targets: ["ReactorLogging"]),
        .library(name: "ReactorMetrics", targets: ["ReactorMetrics"]),
        .library(name: "ReactorTracing", targets: ["ReactorTracing"]),
        .library(name: "ReactorGRDB", targets: ["ReactorGRDB"]),
    ],
    dependencies: [
        .package(name: "Reactor", path: ".."),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .target(
            name: "ReactorLive",
            dependencies: [
                .product(name: "FlyingFox", package: "FlyingFox"), .product(name: "FlyingSocks", package: "FlyingFox"),
                .product(name: "Reactor", package: "Reactor"), .product(name: "ReactorRecording", package: "Reactor"),
                .product(name: "ReactorTools", package: "Reactor"),
            ]),
        .executableTarget(
            name: "LiveInspectorSample",
            dependencies: [
                "ReactorLive", .product(name: "Reactor", package: "Reactor"),
                .product(name: "ReactorRecording", package: "Reactor"),
            ]),
        .testTarget(
            name: "ReactorLiveTests",
            dependencies: [
                "ReactorLive", .product(name: "Reactor", package: "Reactor"),
                .product(name: "ReactorRecording", package: "Reactor"),
            ]),
        .target(
            name: "ReactorLogging",
            dependencies: [
                .product(name: "Reactor", package: "Reactor"), .product(name: "Logging", package: "swift-log"),
            ]),
        .target(
            name: "ReactorMetrics",
            dependencies: [
                .product(name: "Reactor", package: "Reactor"), .product(name: "Metrics", package: "swift-metrics"),
            ]),
        .target(
            name: "ReactorTracing",
            dependencies: [
                .product(name: "Reactor", package: "Reactor"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ]),
        .target(
            name: "ReactorGRDB",
            dependencies: [
                .product(name: "Reactor", package: "Reactor"), .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .executableTarget(name: "TwoProcesses", dependencies: ["ReactorGRDB"]),
        .testTarget(
            name: "ReactorLoggingTests",
            dependencies: ["ReactorLogging", .product(name: "InMemoryLogging", package: "swift-log")]),
        .testTarget(
            name: "ReactorMetricsTests",
            dependencies: [
                "ReactorMetrics", .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "ReactorTesting", package: "Reactor"),
            ]),
        .testTarget(
            name: "ReactorTracingTests",
            dependencies: [
                "ReactorTracing", .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
            ]),
        .testTarget(
            name: "ReactorGRDBTests",
            dependencies: [
                "ReactorGRDB", "TwoProcesses", .product(name: "ReactorTesting", package: "Reactor"),
            ]),
    ]
)
