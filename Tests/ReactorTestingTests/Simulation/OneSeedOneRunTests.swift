#if os(Linux)
    import Foundation
    import ReactorTesting
    import ReactorTestSupport
    import Testing

    /// One seed, one run: `SIM_COUNT` seeds, or as many as the suite has time for, twice in this process and twice in another,
    /// which `.ci/simulate` has be one of another build, too.
    @Suite("One seed, one run")
    struct OneSeedOneRunTests {
        @Test("Every seed of every kind of session has the same history twice here and twice in another process")
        func twoProcesses() async throws {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("digests-\(UUID())")
            defer { try? FileManager.default.removeItem(at: file) }
            let other = try start(writingTo: file)
            let start = ContinuousClock.now
            let found = try await OneSeedOneRunTests.run()
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            other.waitUntilExit()
            let digests = try String(contentsOf: file, encoding: .utf8)
            #expect(digests == found.digests)
            let speed = Int(Double(found.seeds) / seconds)
            print("one seed, one run: \(found.seeds) seeds, \(found.turns) turns;")
            print(
                "one seed, one run: \(speed) seeds a second, each run twice, beside another process that does the same")
        }

        @Test("Writes the digests for the other process", .enabled(if: ProcessInfo.digestFile != nil))
        func writeDigests() async throws {
            let file = try #require(ProcessInfo.digestFile)
            try await OneSeedOneRunTests.run().digests.write(toFile: file, atomically: true, encoding: .utf8)
        }

        /// - Returns: a line for the history of each seed, so that the first that differs names its session.
        private static func run() async throws -> (digests: String, seeds: Int, turns: Int) {
            var found = (digests: "", seeds: 0, turns: 0)
            for session in ComparedSession.allCases {
                let seeds = session.seeds(for: ProcessInfo.seedCount)
                let report = try await Simulation.report(seeds: seeds) { try await session.run(in: $0) }
                for (seed, digest) in zip(seeds, report.digests) {
                    found.digests += "\(session.rawValue), seed \(seed): \(digest)\n"
                }
                found.seeds += report.seeds
                found.turns += report.turns
            }
            return found
        }

        /// Runs this program again, with the one test that writes digests.
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
            processInfo.environment["SIM_COUNT"].flatMap(UInt64.init) ?? UInt64(Loops.rounds(of: 1_000, atLeast: 20))
        }
    }
#endif
