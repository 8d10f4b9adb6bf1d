import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@Suite("The order of a simulation")
struct SimulationOrderTests {
    @Test("A drawn value becomes the smallest that still fails, and an irrelevant one the smallest of its range")
    func values() async throws {
        let failure = await #expect(throws: SimulationFailure.self) {
            try await Simulation.check(seeds: 0..<50) { sim in
                let amount = sim.number("amount", in: 0...1_000)
                let other = sim.number("other", in: -50 ... -3)
                let color = sim.pick("color", ["red", "green", "blue"])
                try await sim.expect("\(amount) \(other) \(color ?? "")") { amount < 317 }
            }
        }
        let found = try #require(failure)
        #expect(found.problem.hasSuffix("317 -3 red"), "\(found.problem)")
        #expect(found.shrinking.contains("→ 317"), "\(found.shrinking)")
        // The script alone runs it again.
        let script = try #require(SimulationScript("\(found.script)"))
        #expect(script == found.script)
        #expect("\(script)".contains("amount#1:317"), "\(script)")
    }

    @Test("The values drawn under a name do not depend on other names")
    func names() async throws {
        let drawn = Guarded<[Int]>([])
        for others in [0, 3] {
            try await Simulation.check(seeds: [9], options: SimulationOptions(runsTwice: false)) { sim in
                for _ in 0..<others { _ = sim.number("other", in: 1...100) }
                let number = sim.number("one", in: 1...1_000_000)
                drawn.withLock { $0.append(number) }
            }
        }
        #expect(drawn.withLock { Set($0).count } == 1)
    }

    @Test("The seed ends a batch of a core after one to four steps or not at all")
    func breaks() async throws {
        let lengths = Guarded<Set<Int>>([])
        let batches = Guarded<Set<Int>>([])
        try await Simulation.check(seeds: 0..<50) { sim in
            var runtime = sim.runtime("core")
            let breaks = try #require(runtime.breaks)
            let count = Guarded(0)
            runtime.breaks = {
                let length = breaks()
                _ = lengths.withLock { $0.insert(length) }
                count.withLock { $0 += 1 }
                return length
            }
            let core = Core(state: Tally(), runtime: runtime)
            for _ in 1...8 { core.fire(event: Counted(amount: 1)) }
            await sim.settled()
            let found = count.withLock { $0 }
            _ = batches.withLock { $0.insert(found) }
            try await sim.expect("\(found)") { await core.state.sum == 8 && (1...8).contains(found) }
        }
        #expect(lengths.withLock { $0 } == [1, 2, 3, 4, .max])
        #expect(batches.withLock { $0.isSuperset(of: [1, 2, 3, 4]) })
    }

    #if os(Linux)
        /// Tasks, time, a service with faults, steps and drawn values; there is no core, whose schedule steps are internal.
        @Sendable
        private static func crossing(_ sim: Simulation) async throws {
            let service = sim.service("ferry", faults: .flaky)
            for number in 1...3 {
                sim.start("car \(number)") {
                    for turn in 1...3 {
                        try await sim.sleep(for: .milliseconds(sim.number("wait", in: 0...20)))
                        sim.step("drive \(number)") {}
                        try? await service.call("cross \(number) \(turn)") {}
                        await Task.yield()  // The seed decides which task continues.
                    }
                }
            }
            await sim.settled()
        }

        @Test("The seeds produce the same histories as in earlier versions")
        func golden() async throws {
            for (options, digest) in [
                (SimulationOptions(), "8960126455474718731"),
                (SimulationOptions(slowness: 0), "17237870138834216025"),
            ] {
                let report = try await Simulation.report(seeds: 0..<100, options: options, Self.crossing)
                #expect("\(report.digest)" == digest, "\(options)")
            }
        }
    #endif
}
