// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "targets", targets: ["Targets"]),
        .executable(name: "instruction-driver", targets: ["InstructionDriver"]),
        .executable(name: "growth-driver", targets: ["GrowthDriver"]),
        .executable(name: "hello-reactor", targets: ["HelloReactor"]),
        .executable(name: "hello-opencombine", targets: ["HelloOpenCombine"]),
    ],
    dependencies: [
        .package(name: "Reactor", path: ".."),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: [
        .target(name: "CAllocator"),
        .target(name: "CGrowth"),
        .target(
            name: "Workloads",
            dependencies: [
                .product(name: "Reactor", package: "Reactor"), .product(name: "ReactorQueries", package: "Reactor"),
                .product(name: "ReactorRecording", package: "Reactor"),
            ]),
        // Separate from Workloads, so that the driver of the instruction counts is built without ReactorTesting.
        .target(
            name: "Explorations",
            dependencies: [
                "Workloads", .product(name: "Reactor", package: "Reactor"),
                .product(name: "ReactorRecording", package: "Reactor"),
                .product(name: "ReactorTesting", package: "Reactor"),
            ]),
        .target(name: "EditingTraces", dependencies: [.product(name: "Reactor", package: "Reactor")]),
        .testTarget(
            name: "EditingTracesTests",
            dependencies: ["EditingTraces", .product(name: "ReactorTesting", package: "Reactor")]),
        .executableTarget(
            name: "Targets",
            dependencies: [
                "CAllocator", "EditingTraces", "Explorations", "Workloads", .product(name: "Reactor", package: "Reactor"),
                .product(name: "ReactorRecording", package: "Reactor"),
                .product(name: "ReactorTesting", package: "Reactor"),
                .product(name: "OpenCombine", package: "OpenCombine"),
            ]),
        .executableTarget(
            name: "InstructionDriver",
            dependencies: ["EditingTraces", "Workloads", .product(name: "Reactor", package: "Reactor")]),
        .executableTarget(name: "HelloReactor", dependencies: [.product(name: "Reactor", package: "Reactor")]),
        .executableTarget(
            name: "HelloOpenCombine", dependencies: [.product(name: "OpenCombine", package: "OpenCombine")]),
        .executableTarget(
            name: "GrowthDriver",
            dependencies: [
                "CGrowth", "Explorations", "Workloads", .product(name: "Reactor", package: "Reactor"),
                .product(name: "ReactorOffline", package: "Reactor"),
                .product(name: "ReactorQueries", package: "Reactor"),
                .product(name: "ReactorRecording", package: "Reactor"),
                .product(name: "ReactorServices", package: "Reactor"),
                .product(name: "ReactorTesting", package: "Reactor"),
                .product(name: "ReactorTools", package: "Reactor"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
