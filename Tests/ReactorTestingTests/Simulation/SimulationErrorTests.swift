import Testing

@testable import ReactorTesting

@Suite("What a simulation says")
struct SimulationErrorTests {
    private static let outside =
        "Start tasks with sim.start, wait with sim.clock, give cores sim.runtime."

    @Test("Of what does not hold")
    func expectations() {
        #expect(Errors.expectationFailed(at: "M/F.swift:3", "") == "M/F.swift:3: what is expected does not hold.")
        #expect(
            Errors.expectationFailed(at: "M/F.swift:3", "1 of 2")
                == "M/F.swift:3: what is expected does not hold: 1 of 2")
        #expect(Errors.threw(SimulatedFault.refused("it")) == "it threw SimulatedFault: it was refused")
        #expect("\(SimulatedFault.timedOut("it"))" == "it was not answered in time")
    }

    @Test("Of a run that does not end")
    func ends() {
        #expect(
            Errors.stalled(waiting: []) == """
                nothing is ready, no time is waited for, and the body has not returned.
                Nothing else is under way.
                What it waits for never happens, or happens outside of the simulation: in a bare Task, on a Dispatch queue, on the main actor, by the system's clock. \(Self.outside)
                """)
        #expect(
            Errors.unfinished(["a", "b"]) == """
                the body has returned and faults are off, yet not everything has ended.
                Under way:
                  a
                  b
                Let it end, or cancel it, or close its core at the end of the body.
                """)
        #expect(Errors.doesNotAnswer == "the core does not answer")
        #expect(
            Errors.restless(turns: 9)
                == "no rest after 9 turns. Something goes on for ever: see the last lines below. Cancel it, or close its "
                + "core, at the end of the body; or raise SimulationOptions.turnLimit.")
    }

    @Test("Of what the seed does not decide")
    func escapes() {
        let thread =
            "became ready from another thread: a bare Task, a Dispatch queue, the main actor or the system's clock is in "
            + "use, and the seed does not decide about it. \(Self.outside)"
        #expect(Errors.arrivedLate(1) == "something \(thread)")
        #expect(Errors.arrivedLate(2) == "2 times something \(thread)")
        #expect(
            Errors.notRepeatable(("a", "b")) == """
                two runs of the seed differ.
                  once:  a
                  again: b
                Something is not decided by the seed: the system's clock, a random number, an address, or the order of a Set or a Dictionary (sort it, or run with SWIFT_DETERMINISTIC_HASHING=1 to see whether it is that).
                """)
        #expect(Errors.failedOnce == "It did not fail again: something is not decided by the seed.")
    }

    @Test("Of cases that are never reached, and of scripts that cannot be read")
    func checks() {
        #expect(
            "\(NeverReached(cases: ["a", "b"], seeds: 5))"
                == "none of 5 seeds has reached: a; b. Run more seeds, or let the body come to it more often.")
        #expect(
            "\(UnreadableScript(text: "x"))"
                == "SIM_SEED is 'x', which is no script. Give it a seed, or what a failure printed: "
                + "'17 steps=2,4 faults=weights.add#1 turns=9'.")
    }

    @Test("Of a failure, with its last lines")
    func failure() throws {
        let script = try #require(SimulationScript("17 steps=2"))
        let failure = SimulationFailure(
            seed: 17, seedsRun: 18, problem: "why", script: script, interleaving: (1...201).map { "line \($0)" },
            site: "M/F.swift:3", shrinking: "shrunk")
        let lines = "\(failure)".split(separator: "\n").map(String.init)
        #expect(lines.count == 205)
        #expect(
            lines.prefix(5) == [
                "M/F.swift:3: seed 17 failed: why", "shrunk", "what happens:", "  … 1 lines before", "  line 2",
            ])
        #expect(
            lines.last
                == "run it again, the test alone, with SIM_SEED='17 steps=2'; the whole of it with SIM_SEED=17")
    }

    @Test("Times have three digits behind the point and stand under each other")
    func times() {
        #expect(Errors.span(0) == "0.000 ms")
        #expect(Errors.span(12_345_678) == "12.345 ms")
        #expect(Errors.time(1_002_000) == "    1.002 ms")
    }

    @Test(
        "A script is read as it was written",
        arguments: ["17", "17 steps=2,4 faults=a.b#1,c.d#2 order=3 turns=9", "0 steps= turns="])
    func scripts(text: String) {
        #expect(SimulationScript(text)?.description == text)
    }

    @Test(
        "What is no script is none",
        arguments: ["", "x", "-1", "17 steps", "17 steps=x", "17 steps=1,x", "17 other=1", "17 order=x"])
    func noScripts(text: String) {
        #expect(SimulationScript(text) == nil)
    }
}
