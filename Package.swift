// swift-tools-version: 6.2
import PackageDescription

// Apple wants declared which calls of the system a module makes; nowhere else has a module anything to carry along.
#if canImport(Darwin)
    let privacyManifest: [Resource] = [.process("PrivacyInfo.xcprivacy")]
    let withoutManifest: [String] = []
#else
    let privacyManifest: [Resource] = []
    let withoutManifest = ["PrivacyInfo.xcprivacy"]
#endif

let package = Package(
    name: "Reactor",
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .library(name: "Reactor", targets: ["Reactor"]),
        .library(name: "ReactorState", targets: ["ReactorState"]),
        .library(name: "ReactorJSON", targets: ["ReactorJSON"]),
        .library(name: "ReactorRecording", targets: ["ReactorRecording"]),
        .library(name: "ReactorTools", targets: ["ReactorTools"]),
        .library(name: "ReactorServices", targets: ["ReactorServices"]),
        .library(name: "ReactorOffline", targets: ["ReactorOffline"]),
        .library(name: "ReactorURLSession", targets: ["ReactorURLSession"]),
        .library(name: "ReactorTesting", targets: ["ReactorTesting"]),
        .library(name: "ReactorTestingTraits", targets: ["ReactorTestingTraits"]),
        .executable(name: "weightlog", targets: ["WeightLog"]),
        .executable(name: "textedit", targets: ["TextEdit"]),
        .executable(name: "dashboard", targets: ["Dashboard"]),
        .executable(name: "snapshot-upload", targets: ["SnapshotUpload"]),
        .executable(name: "patterns", targets: ["PatternsProgram"]),
        .executable(name: "weightlog-journal", targets: ["WeightLogJournal"]),
        .executable(name: "textedit-journal", targets: ["TextEditJournal"]),
        .executable(name: "patterns-journal", targets: ["PatternsJournal"]),
    ],
    targets: [
        .target(name: "ReactorState"),
        .target(name: "Reactor", dependencies: ["ReactorState"]),
        .target(name: "ReactorJSON"),
        .target(
            name: "ReactorRecording", dependencies: ["Reactor", "ReactorJSON"], exclude: withoutManifest,
            resources: privacyManifest),
        .target(name: "ReactorTerminal"),
        .target(
            name: "ReactorTools", dependencies: ["Reactor", "ReactorRecording", "ReactorTerminal"],
            resources: [.embedInCode("Inspector/Page")]),
        .target(
            name: "ReactorServices", dependencies: ["Reactor", "ReactorJSON"], exclude: withoutManifest,
            resources: privacyManifest),
        .target(name: "ReactorOffline", dependencies: ["Reactor", "ReactorRecording", "ReactorServices"]),
        .target(name: "ReactorURLSession", dependencies: ["ReactorServices"]),
        .target(name: "ReactorTesting", dependencies: ["Reactor", "ReactorRecording"]),
        .target(name: "ReactorTestingTraits", dependencies: ["ReactorTesting"]),
        .target(
            name: "WeightLogCatalog",
            dependencies: ["Reactor", "ReactorOffline", "ReactorRecording", "ReactorTerminal", "ReactorTools"],
            path: "Sources/ReactorExamples/WeightLogCatalog"),
        .executableTarget(
            name: "WeightLog",
            dependencies: [
                "Reactor", "ReactorOffline", "ReactorRecording", "ReactorServices", "ReactorTools", "ReactorURLSession",
                "ReactorTerminal", "WeightLogCatalog", "WeightService",
            ],
            path: "Sources/ReactorExamples/WeightLog"),
        .target(
            name: "TextEditCatalog", dependencies: ["Reactor", "ReactorRecording", "ReactorTools"],
            path: "Sources/ReactorExamples/TextEditCatalog"),
        .executableTarget(
            name: "TextEdit",
            dependencies: ["Reactor", "ReactorRecording", "ReactorTools", "ReactorTerminal", "TextEditCatalog"],
            path: "Sources/ReactorExamples/TextEdit"),
        .executableTarget(
            name: "Dashboard", dependencies: ["Reactor", "ReactorTerminal"], path: "Sources/ReactorExamples/Dashboard"),
        .target(
            name: "WeightService", dependencies: ["Reactor", "ReactorServices"],
            path: "Sources/ReactorExamples/WeightService"),
        .target(name: "Snapshots", dependencies: ["ReactorServices"], path: "Sources/ReactorExamples/Snapshots"),
        .executableTarget(
            name: "SnapshotUpload",
            dependencies: ["Reactor", "ReactorServices", "ReactorURLSession", "Snapshots", "ReactorTerminal"],
            path: "Sources/ReactorExamples/SnapshotUpload"),
        .target(
            name: "Patterns",
            dependencies: ["Reactor", "ReactorOffline", "ReactorRecording", "ReactorServices", "ReactorTools"],
            path: "Sources/ReactorExamples/Patterns"),
        .executableTarget(
            name: "PatternsProgram",
            dependencies: [
                "Patterns", "Reactor", "ReactorOffline", "ReactorRecording", "ReactorServices", "ReactorTerminal",
                "ReactorTools",
            ],
            path: "Sources/ReactorExamples/PatternsProgram"),
        .executableTarget(
            name: "WeightLogJournal", dependencies: ["ReactorTools", "WeightLogCatalog"],
            path: "Sources/ReactorExamples/WeightLogJournal"),
        .executableTarget(
            name: "TextEditJournal", dependencies: ["ReactorTools", "TextEditCatalog"],
            path: "Sources/ReactorExamples/TextEditJournal"),
        .executableTarget(
            name: "PatternsJournal", dependencies: ["Patterns", "ReactorTools"],
            path: "Sources/ReactorExamples/PatternsJournal"),
        .executableTarget(
            name: "JournalKill", dependencies: ["Reactor", "ReactorRecording"], path: "Tests/Fixtures/JournalKill"),
        .target(
            name: "PlantedApps",
            dependencies: [
                "Patterns", "ReactorRecording", "ReactorTesting", "ReactorTools", "TextEditCatalog", "WeightLogCatalog",
            ],
            path: "Tests/Support/PlantedApps"),
        .executableTarget(
            name: "PlantedTool", dependencies: ["PlantedApps", "ReactorRecording", "ReactorTools"],
            path: "Tests/Fixtures/PlantedTool"),
        .target(name: "StandInUI", path: "Tests/Fixtures/StandInUI"),
        .target(name: "TestSupport", path: "Tests/Support/TestSupport"),
        .target(name: "LoopbackSupport", dependencies: ["ReactorURLSession"], path: "Tests/Support/LoopbackSupport"),
        .target(
            name: "StateSupport", dependencies: ["ReactorState", "ReactorTesting"],
            path: "Tests/Support/StateSupport"),
        .testTarget(
            name: "ReactorStateTests", dependencies: ["StateSupport", "ReactorState", "ReactorTesting", "TestSupport"]),
        .testTarget(
            name: "ReactorTests",
            dependencies: ["StateSupport", "Reactor", "ReactorTesting", "StandInUI", "TestSupport"]),
        .testTarget(name: "ReactorJSONTests", dependencies: ["ReactorJSON", "ReactorTesting"]),
        .testTarget(
            name: "ReactorRecordingTests",
            dependencies: ["ReactorRecording", "ReactorTesting", "ReactorTools", "TestSupport"],
            exclude: ["Golden"]),
        .testTarget(
            name: "ReactorToolsTests",
            dependencies: [
                "PlantedApps", "PlantedTool", "ReactorRecording", "ReactorTerminal", "ReactorTesting", "ReactorTools",
                "TestSupport", "TextEditCatalog",
            ]),
        .target(
            name: "ServicesSupport", dependencies: ["ReactorServices", "ReactorTesting", "TestSupport"],
            path: "Tests/Support/ServicesSupport"),
        .testTarget(
            name: "ReactorServicesTests",
            dependencies: ["ReactorServices", "ReactorTesting", "ServicesSupport", "TestSupport"]),
        .testTarget(
            name: "ReactorOfflineTests",
            dependencies: ["ReactorOffline", "ReactorRecording", "ReactorTesting", "ServicesSupport", "TestSupport"]),
        .testTarget(
            name: "ReactorURLSessionTests",
            dependencies: ["LoopbackSupport", "ReactorTesting", "ReactorURLSession", "TestSupport"]),
        .testTarget(
            name: "ReactorTestingTests", dependencies: ["ReactorRecording", "ReactorTesting"],
            exclude: ["Golden/votes.jsonl", "Simulation"]),
        .testTarget(
            name: "ReactorTestingTraitsTests", dependencies: ["ReactorTesting", "ReactorTestingTraits", "TestSupport"]),
        .testTarget(
            name: "ReactorSimulationTests",
            dependencies: ["ReactorTesting", "ReactorRecording", "TestSupport", "WeightLog"],
            path: "Tests/ReactorTestingTests/Simulation"),
        .testTarget(name: "ReactorTerminalTests", dependencies: ["ReactorTerminal"]),
        .testTarget(
            name: "WeightLogTests",
            dependencies: [
                "LoopbackSupport", "ReactorOffline", "ReactorRecording", "ReactorServices", "ReactorTesting",
                "ReactorURLSession", "WeightLog",
            ],
            path: "Tests/ReactorExamplesTests/WeightLog", exclude: ["Exports", "Golden"]),
        .testTarget(
            name: "DashboardTests", dependencies: ["Dashboard"], path: "Tests/ReactorExamplesTests/Dashboard"),
        .testTarget(
            name: "TextEditTests", dependencies: ["TestSupport", "TextEdit"],
            path: "Tests/ReactorExamplesTests/TextEdit",
            exclude: ["Golden"]),
        .testTarget(
            name: "WeightServiceTests", dependencies: ["LoopbackSupport", "TestSupport", "WeightService"],
            path: "Tests/ReactorExamplesTests/WeightService"),
        .testTarget(
            name: "SnapshotsTests", dependencies: ["Snapshots", "TestSupport"],
            path: "Tests/ReactorExamplesTests/Snapshots"),
        .testTarget(
            name: "SnapshotUploadTests", dependencies: ["LoopbackSupport", "SnapshotUpload", "TestSupport"],
            path: "Tests/ReactorExamplesTests/SnapshotUpload"),
        .testTarget(
            name: "PatternsTests",
            dependencies: [
                "Patterns", "PatternsProgram", "ReactorOffline", "ReactorRecording", "ReactorServices",
                "ReactorTesting", "ReactorTools", "ReactorTerminal", "TestSupport",
            ],
            path: "Tests/ReactorExamplesTests/Patterns"),
    ],
    swiftLanguageModes: [.v6]
)
