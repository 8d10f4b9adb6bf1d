import Testing

@testable import ReactorTesting

@Suite("What the test kit says")
struct ErrorTextTests {
    @Test("Of random numbers that cannot be drawn")
    func random() {
        #expect(Errors.emptyDraw == "SeededRandom: nothing lies below 0; draw below 1 or more.")
    }

    @Test("Of states")
    func states() {
        #expect(Errors.otherState == "The state is not the one expected.")
        #expect(Errors.changedOtherwise("Logged") == "Logged made a different state than the one expected.")
        #expect(
            Errors.changedUnexpectedly("Logged")
                == "Logged changed the state, and no change was expected. Say which in a closure: { $0.… = … }.")
    }

    @Test("Of events")
    func events() {
        #expect(Errors.notApplied("Logged", ["why"]) == "Logged was fired and not applied.\n    why")
        #expect(
            Errors.unseenBefore("Logged", ["Saved()"])
                == "Before Logged is fired, look at what has happened, or make the TestCore with exhaustive: false:\n"
                + "    Saved()")
        #expect(Errors.nothing("Saved", "Why.") == "Saved was expected, and nothing happened. Why.")
        #expect(
            Errors.somethingElse("Saved", ["Failed()"])
                == "Saved was expected next; this has happened instead:\n    Failed()")
        #expect(Errors.otherEvent("Saved") == "Saved came with other content than expected.")
        #expect(Errors.notRefused("Saved", []) == "Saved was expected to be refused, and nothing was refused.")
        #expect(
            Errors.notRefused("Saved", ["why"])
                == "Saved was expected to be refused; this was reported instead:\n    why")
    }

    @Test("Of a test that waits for what will not come")
    func standstill() {
        #expect(
            Errors.standstill([], nil)
                == "No command runs. Fire what is to cause it, and look before other events.")
        #expect(
            Errors.standstill(["Save (launch 1)"], Errors.time(now: .seconds(1), next: .seconds(5)))
                == "Everything is at rest, while these run: Save (launch 1). The clock stands at 1.0 seconds, and the "
                + "next sleeper wakes at 5.0 seconds. Open the gate a command stands at, move the time, or, where it "
                + "left for a thread of its own, await its handle's outcome first.")
        #expect(
            Errors.nobodySleeps
                == "Nobody sleeps on the clock, so time has nowhere to go. Fire what is to sleep first.")
        #expect(
            Errors.otherSleepers(1, [.seconds(3), .seconds(5)], now: .zero)
                == "This waited until exactly 1 sleep on the clock, which stands at 0.0 seconds, and was cancelled. Those who "
                + "sleep want to wake at: [3.0 seconds, 5.0 seconds]. Timeouts, retries, debounces and throttles sleep too; "
                + "wait for the number that sleeps.")
        #expect(
            Errors.nobodyArrived(2, 1)
                == "This waited for arrivals at a gate, and was cancelled: 1 of 2 came. Make the code under test come to this "
                + "gate, or wait for as many as come.")
    }

    @Test("Of what happened")
    func happenings() {
        #expect(Errors.predicted("Logged()", "Logged") == "Logged() predicted: look with predicted(Logged.self)")
        #expect(
            Errors.confirmed("prediction 1 (Logged)", "Saved()", "Logged.self, with: Saved.self")
                == "prediction 1 (Logged) confirmed with Saved(): look with confirmed(Logged.self, with: Saved.self)")
        #expect(
            Errors.withdrawn("prediction 1 (Logged)", "", "Logged.self")
                == "prediction 1 (Logged) withdrawn: look with withdrawn(Logged.self)")
        #expect(Errors.group("A(), B()") == "A(), B(), as one: look with receive(group:)")
        #expect(Errors.confirmation("Logged", ["Saved"]) == "the confirmation of Logged with Saved")
        #expect(Errors.withdrawal("Logged", []) == "the withdrawal of Logged")
    }

    @Test("Of commands")
    func commands() {
        #expect(
            Errors.notLaunched("Save", [])
                == "Save was expected to be launched, and no command was launched since the last look.")
        #expect(
            Errors.notLaunched("Save", ["Load"]) == "Save was expected to be launched; these were instead:\n    Load")
        #expect(
            Errors.launchedUnexpectedly(["Load (launch 1)"])
                == "No command was expected to be launched; these were, and launched(_:) looks at them:\n"
                + "    Load (launch 1)")
    }

    @Test("Of a test that ends too early")
    func end() {
        let left = Errors.Left(
            unseen: ["Saved()"], running: ["Load (launch 1)"], pending: ["prediction 1 (Logged)"], mistakes: ["why"],
            time: Errors.time(now: .zero, next: .seconds(5)))
        #expect(
            Errors.left(left) == """
                The test is not over. This has happened, and was not looked at:
                    Saved()
                  These commands still run; let them end, or cancel them:
                    Load (launch 1)
                    The clock stands at 0.0 seconds, and the next sleeper wakes at 5.0 seconds.
                  These predictions are not resolved:
                    prediction 1 (Logged)
                  The core reported:
                    why
                """)
        #expect(
            Errors.releasedUnfinished((0..<22).map { "\($0)" }, "M/F.swift:3").hasSuffix(
                "\n    19\n    … and 2 more"))
        #expect(
            Errors.letGoUnfinished(["A()"])
                == "This TestCore was released without finish(), and this was not looked at:\n    A()")
        #expect(
            Errors.releasedUnfinished(["A()"], "M/F.swift:3")
                == "Reactor: the TestCore made at M/F.swift:3 was released without finish(), and this was not looked "
                + "at:\n    A()")
    }

    @Test("Of recordings")
    func recordings() {
        #expect(Errors.notReplayed("a.jsonl", "Why.") == "a.jsonl cannot be replayed. Why.")
        #expect(Errors.recordingDiffers("a.jsonl", "What.") == "a.jsonl: What.")
        #expect(
            Errors.emptyRecording("a.jsonl")
                == "a.jsonl holds no entry, so nothing was verified. Record a session first.")
    }

    @Test("Of differences")
    func differences() {
        #expect(Errors.theWhole == "the whole")
        #expect(Errors.nothingThere == "nothing")
        #expect(Errors.onlyUnequal == "no member that can be seen differs; == says they are not equal")
        #expect(Errors.otherOrder == "the same elements in another order")
        #expect(Errors.furtherMembers(after: 20) == "… and more; the first 20 are shown")
        #expect(Errors.otherType("Int", "String") == "Int expected, String found")
        #expect(Errors.elements(4) == "4 elements")
        #expect(Errors.textsDiffer(character: 3, line: 1) == "they differ from character 3 on")
        #expect(Errors.textsDiffer(character: 30, line: 2) == "they differ from character 30 on, line 2")
    }
}

extension ErrorTextTests {
    @Test("Of explorations")
    func explorations() {
        #expect(
            Errors.unhashableEvent("Put")
                == "Put stands above a prediction or a read, where an exploration has to tell one event from another, and "
                + "is not Hashable. Declare it: struct Put: Event, Hashable.")
        var report = ExplorationReport()
        (report.states, report.depth) = (12, 3)
        #expect(Errors.explored(report) == "12 states in up to 3 steps; there are more")
        report.isComplete = true
        #expect(Errors.explored(report) == "12 states in up to 3 steps; these are all there are")
        #expect(
            Errors.explorationBroke(
                "sorted", at: "A.swift:1", steps: ["fire Put()"], state: "S()", report)
                == "A.swift:1: 'sorted' does not hold: 1 step breaks it, and no fewer do; 12 states were seen\n"
                + "  1. fire Put()\nthe state: S()")
        #expect(Errors.explorationWritten("B.swift") == "\na test that shows it: B.swift")
        #expect(
            Errors.explorationUnwritten("struct B {}", to: "B.swift", "No space.")
                == "\na test that shows it cannot be written to B.swift: No space.\nName a file in a folder that is there and "
                + "can be written, or copy the test from here:\n\nstruct B {}")
        #expect(
            Errors.explorationMissed(["two"], at: "A.swift:1", report)
                == "A.swift:1: no order comes to: two. Seen: 12 states in up to 3 steps; these are all there are. "
                + "Offer a step that leads there.")
        #expect(Errors.fires("Put()") == "fire Put()")
        #expect(Errors.places("Put()") == "the server says Put()")
        #expect(Errors.predicts("Put()", 2) == "predict Put(), as prediction 2")
        #expect(Errors.commits(2, with: nil) == "commit prediction 2")
        #expect(Errors.commits(2, with: []) == "commit prediction 2 with nothing")
        #expect(Errors.commits(2, with: ["A()", "B()"]) == "commit prediction 2 with A(), B()")
        #expect(Errors.rollsBack(2) == "roll back prediction 2")
    }
}
