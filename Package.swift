// swift-tools-version: 6.2
import PackageDescription

// Apple requires a manifest of the calls of the system. It is in a separate target, because a target with resources imports the
// whole of Foundation on Linux. A program for another platform than Apple's does not contain it.
let privacyManifest = Target.Dependency.target(
    name: "ReactorPrivacy", condition: .when(platforms: [.macOS, .iOS, .tvOS, .watchOS, .visionOS, .macCatalyst]))

let package = Package(
    name: "Reactor",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Reactor", targets: ["Reactor"]),
        .library(name: "ReactorRecording", targets: ["ReactorRecording"]),
        .library(name: "ReactorTools", targets: ["ReactorTools"]),
        .library(name: "ReactorQueries", targets: ["ReactorQueries"]),
        .library(name: "ReactorServices", targets: ["ReactorServices"]),
        .library(name: "ReactorOffline", targets: ["ReactorOffline"]),
        .library(name: "ReactorTesting", targets: ["ReactorTesting"]),
        .library(name: "ReactorTestingTraits", targets: ["ReactorTestingTraits"]),
        .library(name: "WeightLogApp", targets: ["ExampleWeightLogApp"]),
        .executable(name: "weightlog", targets: ["ExampleWeightLog"]),
        .executable(name: "dashboard", targets: ["ExampleDashboard"]),
        .executable(name: "feed", targets: ["ExampleFeed"]),
        .executable(name: "snapshot-upload", targets: ["ExampleSnapshotUpload"]),
    ],
    targets: [
        .target(name: "ReactorPlatform"),
        .target(name: "ReactorFoundation"),
        .target(name: "ReactorPrivacy", resources: [.process("PrivacyInfo.xcprivacy")]),
        .target(name: "ReactorState", dependencies: ["ReactorPlatform"]),
        .target(name: "ReactorRows", dependencies: ["ReactorState"]),
        .target(name: "ReactorUndo", dependencies: ["ReactorState"]),
        .target(name: "Reactor", dependencies: ["ReactorPlatform", "ReactorRows", "ReactorState", "ReactorUndo"]),
        .target(name: "ReactorQueries", dependencies: ["Reactor"]),
        .target(name: "ReactorJSON", dependencies: ["ReactorFoundation"]),
        .target(
            name: "ReactorRecording",
            dependencies: ["ReactorPlatform", "Reactor", "ReactorJSON", privacyManifest]),
        .target(
            name: "ReactorTerminal", dependencies: ["ReactorFoundation", "ReactorPlatform", privacyManifest]),
        .target(
            name: "ReactorTools", dependencies: ["ReactorPlatform", "Reactor", "ReactorRecording", "ReactorTerminal"],
            // Copied into `PageFiles.swift`, which a test compares: embedding them takes the compiler 12 s instead of 0.2 s.
            exclude: ["Inspector/Page"]),
        .target(
            name: "ReactorServices",
            dependencies: ["ReactorFoundation", "ReactorPlatform", "Reactor", "ReactorJSON", privacyManifest]),
        .target(
            name: "ReactorOffline",
            dependencies: ["ReactorFoundation", "Reactor", "ReactorRecording", "ReactorServices"]),
        .target(
            name: "ReactorTesting",
            dependencies: ["ReactorPlatform", "Reactor", "ReactorQueries", "ReactorRecording"]),
        .target(name: "ReactorTestingTraits", dependencies: ["ReactorTesting"]),
        .target(
            name: "ExampleWeightLogCore",
            dependencies: [
                "ReactorFoundation", "ReactorPlatform", "Reactor", "ReactorOffline", "ReactorRecording",
                "ReactorServices", "ReactorTerminal", "ExampleWeightService",
            ],
            path: "Sources/ReactorExamples/WeightLogCore"),
        .executableTarget(
            name: "ExampleWeightLog",
            dependencies: [
                "ReactorFoundation", "ReactorPlatform", "Reactor", "ReactorOffline", "ReactorRecording",
                "ReactorServices", "ReactorTerminal", "ReactorTools", "ExampleWeightLogCore",
            ],
            path: "Sources/ReactorExamples/WeightLog"),
        // A library, because a package cannot build an app for iOS: an Xcode project runs it.
        .target(
            name: "ExampleWeightLogApp",
            dependencies: [
                "ReactorFoundation", "Reactor", "ReactorOffline", "ReactorRecording", "ReactorServices",
                "ExampleWeightLogCore",
            ],
            path: "Sources/ReactorExamples/WeightLogApp", exclude: ["README.md"]),
        .executableTarget(
            name: "ExampleDashboard", dependencies: ["ReactorPlatform", "Reactor", "ReactorTerminal"],
            path: "Sources/ReactorExamples/Dashboard"),
        .executableTarget(
            name: "ExampleFeed",
            dependencies: [
                "Reactor", "ReactorJSON", "ReactorQueries", "ReactorRecording", "ReactorServices", "ReactorTerminal",
                "ReactorTesting", "ReactorTools",
            ],
            path: "Sources/ReactorExamples/Feed"),
        .target(
            name: "ExampleWeightService", dependencies: ["ReactorFoundation", "Reactor", "ReactorServices"],
            path: "Sources/ReactorExamples/WeightService"),
        .executableTarget(
            name: "ExampleSnapshotUpload",
            dependencies: ["ReactorFoundation", "ReactorPlatform", "Reactor", "ReactorServices", "ReactorTerminal"],
            path: "Sources/ReactorExamples/SnapshotUpload"),
        .target(
            name: "ExamplePatterns",
            dependencies: [
                "ReactorFoundation", "Reactor", "ReactorOffline", "ReactorRecording", "ReactorServices", "ReactorTools",
            ],
            path: "Sources/ReactorExamples/Patterns"),
        .target(
            name: "ExampleShopping", dependencies: ["Reactor", "ReactorRecording"],
            path: "Sources/ReactorExamples/Shopping",
            // An app's files with `@main`, as Docs/Feature.md shows them; `.ci/apple` compiles them.
            exclude: ["Views"]),
        .executableTarget(
            name: "JournalKill", dependencies: ["ReactorPlatform", "Reactor", "ReactorRecording"],
            path: "Tests/Fixtures/JournalKill"),
        .executableTarget(
            name: "QueueKill", dependencies: ["Reactor", "ReactorOffline", "ReactorRecording", "ReactorServices"],
            path: "Tests/Fixtures/QueueKill"),
        .executableTarget(
            name: "StackProbe", dependencies: ["ReactorPlatform", "Reactor", "ReactorRecording", "ReactorTesting"],
            path: "Tests/Fixtures/StackProbe"),
        .target(
            name: "PlantedApps",
            dependencies: [
                "ExamplePatterns", "ReactorRecording", "ReactorTesting", "ReactorTools", "ExampleWeightLogCore",
            ],
            path: "Tests/Support/PlantedApps"),
        .executableTarget(
            name: "PlantedTool", dependencies: ["PlantedApps", "ReactorRecording", "ReactorTools"],
            path: "Tests/Fixtures/PlantedTool"),
        .target(name: "SwiftUIStub", path: "Tests/Fixtures/SwiftUIStub"),
        .target(name: "ReactorTestSupport", dependencies: ["ReactorJSON"], path: "Tests/Support/TestSupport"),
        .target(
            name: "ReactorLoopbackSupport", dependencies: ["ReactorServices"], path: "Tests/Support/LoopbackSupport"),
        // The checks of a network adapter, for `Integrations/Network` as well.
        .target(
            name: "NetworkChecks", dependencies: ["Reactor", "ReactorServices"], path: "Tests/Support/NetworkChecks"),
        .target(
            name: "ReactorStateSupport",
            dependencies: ["ReactorRows", "ReactorState", "ReactorTesting", "ReactorTestSupport", "ReactorUndo"],
            path: "Tests/Support/StateSupport"),
        .target(
            name: "ReactorRecordingSupport", dependencies: ["ReactorRecording", "ReactorTesting"],
            path: "Tests/Support/RecordingSupport"),
        .testTarget(
            name: "ReactorStateTests",
            dependencies: [
                "ReactorRows", "ReactorStateSupport", "ReactorState", "ReactorTesting", "ReactorTestSupport",
                "ReactorUndo",
            ]),
        .testTarget(
            name: "ReactorTests",
            dependencies: ["ReactorStateSupport", "Reactor", "ReactorTesting", "SwiftUIStub", "ReactorTestSupport"]),
        .testTarget(
            name: "ReactorQueriesTests",
            dependencies: ["ReactorQueries", "ReactorRecording", "ReactorTesting", "ReactorTestSupport"]),
        // Scenarios of other libraries' suites. They use only public symbols.
        .testTarget(
            name: "ScenarioTests", dependencies: ["Reactor", "ReactorQueries", "ReactorTesting"], packageAccess: false),
        .testTarget(name: "ReactorJSONTests", dependencies: ["ReactorJSON", "ReactorTesting", "ReactorTestSupport"]),
        .testTarget(
            name: "ReactorRecordingTests",
            dependencies: [
                "ReactorRecording", "ReactorRecordingSupport", "ReactorTesting", "ReactorTools", "ReactorTestSupport",
            ],
            exclude: ["Golden"]),
        .testTarget(
            name: "ReactorToolsTests",
            dependencies: [
                "ReactorFoundation", "PlantedApps", "PlantedTool", "ReactorRecording", "ReactorTerminal",
                "ReactorTesting",
                "ReactorTools", "ReactorTestSupport", "ExamplePatterns",
            ]),
        .target(
            name: "ReactorServicesSupport", dependencies: ["ReactorServices", "ReactorTesting", "ReactorTestSupport"],
            path: "Tests/Support/ServicesSupport"),
        .testTarget(
            name: "ReactorServicesTests",
            dependencies: ["ReactorServices", "ReactorTesting", "ReactorServicesSupport", "ReactorTestSupport"]),
        .testTarget(
            name: "ReactorOfflineTests",
            dependencies: [
                "ReactorLoopbackSupport", "ReactorOffline", "ReactorRecording", "ReactorRecordingSupport",
                "ReactorTesting", "ReactorServicesSupport", "ReactorTestSupport",
            ]),
        .testTarget(
            name: "ReactorURLSessionTests",
            dependencies: [
                "NetworkChecks", "ReactorLoopbackSupport", "ReactorServices", "ReactorTesting", "ReactorTestSupport",
            ]),
        .testTarget(
            name: "ReactorTestingTests",
            dependencies: ["ReactorQueries", "ReactorRecording", "ReactorTesting", "ReactorTestSupport"],
            exclude: ["Golden/votes.jsonl", "Simulation"]),
        .testTarget(
            name: "ReactorTestingTraitsTests",
            dependencies: ["ReactorTesting", "ReactorTestingTraits", "ReactorTestSupport"]),
        .testTarget(
            name: "ReactorSimulationTests",
            dependencies: [
                "ReactorOffline", "ReactorQueries", "ReactorRecording", "ReactorServices",
                "ReactorTesting", "ReactorTestSupport", "ExampleWeightLog", "ExampleWeightLogCore",
            ],
            path: "Tests/ReactorTestingTests/Simulation"),
        .testTarget(name: "ReactorTerminalTests", dependencies: ["ReactorTerminal"]),
        .testTarget(
            name: "WeightLogTests",
            dependencies: [
                "ReactorFoundation", "ReactorOffline", "ReactorRecording", "ReactorServices", "ReactorTesting",
                "ReactorTestSupport", "ExampleWeightLog", "ExampleWeightLogApp", "ExampleWeightLogCore",
            ],
            path: "Tests/ReactorExamplesTests/WeightLog", exclude: ["Golden"]),
        .testTarget(
            name: "DashboardTests", dependencies: ["ExampleDashboard", "ReactorPlatform", "ReactorTesting"],
            path: "Tests/ReactorExamplesTests/Dashboard"),
        .testTarget(
            name: "FeedTests",
            dependencies: [
                "ExampleFeed", "ReactorQueries", "ReactorServices", "ReactorTerminal", "ReactorTestSupport",
                "ReactorTesting", "ReactorTools",
            ],
            path: "Tests/ReactorExamplesTests/Feed"),
        .testTarget(
            name: "WeightServiceTests",
            dependencies: ["ReactorTestSupport", "ExampleWeightService"],
            path: "Tests/ReactorExamplesTests/WeightService"),
        .testTarget(
            name: "SnapshotUploadTests",
            dependencies: ["ExampleSnapshotUpload", "ReactorTestSupport"],
            path: "Tests/ReactorExamplesTests/SnapshotUpload"),
        .testTarget(
            name: "ShoppingTests",
            dependencies: ["ExampleShopping", "ReactorRecording", "ReactorTesting", "ReactorTestSupport"],
            path: "Tests/ReactorExamplesTests/Shopping"),
        .testTarget(
            name: "PatternsTests",
            dependencies: [
                "ExamplePatterns", "ReactorFoundation", "ReactorOffline", "ReactorRecording", "ReactorServices",
                "ReactorTesting", "ReactorTools", "ReactorTestSupport",
            ],
            path: "Tests/ReactorExamplesTests/Patterns"),
    ],
    swiftLanguageModes: [.v6]
)
