#if os(Linux)
    import Foundation
    import ReactorTesting
    import ReactorTestSupport
    import Testing

    @testable import ExampleWeightLog

    /// One seed, one run: `SIM_COUNT` seeds, or as many as the suite has time for, twice in this process and twice in another.
    @Suite("One seed, one run")
    struct OneSeedOneRunTests {
        @Test("Every seed of the weight log has the same history twice here and twice in another process")
        @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
        func twoProcesses() async throws {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("digests-\(UUID())")
            defer { try? FileManager.default.removeItem(at: file) }
            let other = try start(writingTo: file)
            let start = ContinuousClock.now
            let report = try await OneSeedOneRunTests.report()
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            other.waitUntilExit()
            let digests = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
            #expect(digests == report.digests.map { "\($0)" })
            let speed = Int(Double(report.seeds) / seconds)
            print("one seed, one run: \(report.seeds) seeds, \(report.turns) turns, digest \(report.digest);")
            print(
                "one seed, one run: \(speed) seeds a second, each run twice, beside another process that does the same")
        }

        @Test("Writes the digests for the other process", .enabled(if: ProcessInfo.digestFile != nil))
        @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
        func writeDigests() async throws {
            let file = try #require(ProcessInfo.digestFile)
            let report = try await OneSeedOneRunTests.report()
            let lines = report.digests.map { "\($0)" }.joined(separator: "\n")
            try lines.write(toFile: file, atomically: true, encoding: .utf8)
        }

        @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
        private static func report() async throws -> SimulationReport {
            try await Simulation.check(seeds: 0..<ProcessInfo.seedCount) { sim in
                var scenario = WeightLogScenario<LogWeight>(sim)
                try await scenario.run()
            }
        }

        /// This program once more, with the one test that writes digests.
        private func start(writingTo file: URL) throws -> Process {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            process.arguments = ["--testing-library", "swift-testing", "--filter", "OneSeedOneRunTests/writeDigests"]
            process.environment = ProcessInfo.processInfo.environment
                .merging([ProcessInfo.digestVariable: file.path]) { _, new in new }
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            return process
        }
    }

    extension ProcessInfo {
        fileprivate static let digestVariable = "SIM_DIGESTS"
        fileprivate static var digestFile: String? { processInfo.environment[digestVariable] }
        fileprivate static var seedCount: UInt64 {
            processInfo.environment["SIM_COUNT"].flatMap(UInt64.init) ?? UInt64(Loops.rounds(of: 1_000))
        }
    }
#endif
