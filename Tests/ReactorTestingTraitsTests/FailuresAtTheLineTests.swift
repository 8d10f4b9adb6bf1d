import Reactor
import ReactorTesting
import ReactorTestingTraits
import ReactorTestSupport
import Testing

struct Added: Event { var amount: Int }
struct Counter: Reactor.State, Equatable {
    var count = 0

    mutating func react(to event: any Event) {
        if let event = event as? Added { count += event.amount }
    }
}

/// Fails, and records its line.
private func addWrongly(_ core: TestCore<Counter>, _ line: Locked<Int>) async throws {
    line.withLock { $0 = #line + 1 }
    try await core.fire(event: Added(amount: 2)) { $0.count = 3 }
}

@Suite("Failures at the line of the call")
struct FailuresAtTheLineTests {
    private let trait = _FailuresAtTheLine.failuresAtTheLine

    /// The issues that are recorded while the trait performs a test, and the error that it throws.
    private func issues(of body: @escaping @Sendable () async throws -> Void) async throws -> [Issue] {
        let test = try #require(Test.current)
        let seen = Locked<[Issue]>([])
        try await withKnownIssue(isIntermittent: true) {
            try await trait.provideScope(for: test, testCase: nil, performing: body)
        } matching: { issue in
            seen.withLock { $0.append(issue) }
            return true
        }
        return seen.copy
    }

    @Test("A difference is recorded once, at the line of the call in its file, with the differing values")
    func difference() async throws {
        let line = Locked(0)
        let issues = try await issues { try await addWrongly(TestCore(state: Counter()), line) }
        let issue = try #require(issues.first)
        #expect(issues.count == 1)
        #expect(issue.sourceLocation?.line == line.copy)
        #expect(issue.sourceLocation?.filePath == #filePath)
        #expect("\(issue.comments)".contains("count: expected 3, found 2"))
    }

    @Test("A test core that is released unfinished is recorded at the line that made it")
    func unfinished() async throws {
        let line = Locked(0)
        let issues = try await issues {
            line.withLock { $0 = #line + 1 }
            let core = TestCore(state: Counter())
            core.core.fire(event: Added(amount: 1))
            await core.advance(by: .zero)
        }
        let issue = try #require(issues.first)
        #expect(issues.count == 1)
        #expect(issue.sourceLocation?.line == line.copy)
        #expect("\(issue.comments)".contains("released without finish()"))
    }

    @Test("A test core that is released while a command runs and a prediction is pending is recorded")
    func inFlight() async throws {
        let (line, gate) = (Locked(0), TestGate<Void>())
        let issues = try await issues {
            line.withLock { $0 = #line + 1 }
            let core = TestCore(state: Counter())
            try await core.perform { core in
                try await core.optimistically(Added(amount: 1)) { _ in
                    try await gate.wait()
                    return .commit
                }
            }
            try await core.predicted(Added.self) { $0.count = 1 }
        }
        let issue = try #require(issues.first)
        #expect(issues.count == 1)
        #expect(issue.sourceLocation?.line == line.copy)
        #expect("\(issue.comments)".contains("These commands are still running."))
        #expect("\(issue.comments)".contains("These predictions are not resolved:"))
        gate.open()
    }

    @Test("A test core that is released while all is checked is not recorded")
    func complete() async throws {
        let issues = try await issues {
            let core = TestCore(state: Counter())
            try await core.fire(event: Added(amount: 1)) { $0.count = 1 }
            try await core.perform { core in core.fire(event: Added(amount: 1)) }
            try await core.receive(Added.self) { $0.count = 2 }
        }
        #expect(issues.isEmpty)
    }

    @Test("A simulation that fails is recorded at the line of its check")
    func simulation() async throws {
        let line = Locked(0)
        let issues = try await issues {
            line.withLock { $0 = #line + 1 }
            try await Simulation.check(seeds: [1]) { sim in try await sim.expect("one is two") { 1 == 2 } }
        }
        #expect(issues.map { $0.sourceLocation?.line } == [line.copy])
    }

    @Test("Any other error is rethrown")
    func others() async throws {
        struct Other: Error {}
        let test = try #require(Test.current)
        await #expect(throws: Other.self) {
            try await trait.provideScope(for: test, testCase: nil) { throw Other() }
        }
    }
}
