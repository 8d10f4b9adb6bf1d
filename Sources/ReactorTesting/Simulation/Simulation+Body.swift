import Reactor

extension Simulation {
    // MARK: Steps

    /// Performs something that the run can do without: when a failure is shrunk, steps are left out to see whether it
    /// fails all the same.
    ///
    /// - Parameters:
    ///   - name: what it is called in the history.
    ///   - body: does it; not called if the step is left out.
    /// - Returns: what `body` returns; nil if the step was left out.
    @discardableResult
    public func step<Value>(_ name: String, _ body: () throws -> Value) rethrows -> Value? {
        begin(name) ? try body() : nil
    }

    /// Performs something that the run can do without, and waits for it.
    ///
    /// - Parameters:
    ///   - name: what it is called in the history.
    ///   - body: does it; not called if the step is left out.
    /// - Returns: what `body` returns; nil if the step was left out.
    @discardableResult
    public nonisolated(nonsending) func step<Value>(
        _ name: String, _ body: nonisolated(nonsending) () async throws -> Value
    ) async rethrows -> Value? {
        begin(name) ? try await body() : nil
    }

    private func begin(_ name: String) -> Bool {
        let number = content.withLock { content in
            content.steps += 1
            return content.steps
        }
        guard script.keepsStep(number) else { return false }
        note("step \(number): \(name)")
        return true
    }

    // MARK: Values

    /// A number for the body to do something with. When a failure is shrunk, it becomes as small as it can be: as near to 0 as
    /// the range allows. ``random`` draws numbers that stay as they are.
    ///
    /// ```swift
    /// try await Simulation.check(seeds: 0..<100) { sim in
    ///     let core = sim.core(state: Counter())
    ///     core.fire(event: Added(amount: sim.number("amount", in: 1...500)))
    ///     try await sim.expect { await core.state.count > 0 }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: what it is called in the failure. Each name draws by itself, so leaving out another changes nothing here.
    ///   - range: what it may be.
    public func number(_ name: String, in range: ClosedRange<Int>) -> Int {
        let name = SimulatedService.word(name)
        return content.withLock { content in
            let count = content.values.count { $0.series == name }
            let id = "\(name)#\(count + 1)"
            var random = SeededRandom(seed: seed).split(named: "value \(id)")
            let drawn = script.values[id].flatMap { range.contains($0) ? $0 : nil } ?? random.number(in: range)
            content.values.append(DrawnValue(id: id, series: name, value: drawn, range: range))
            return drawn
        }
    }

    /// One of the elements, nil when there are none. When a failure is shrunk, it becomes one as near to the first as it can.
    ///
    /// - Parameters:
    ///   - name: what it is called in the failure.
    ///   - elements: what it may be, the simplest first.
    public func pick<Elements: RandomAccessCollection>(_ name: String, _ elements: Elements) -> Elements.Element? {
        guard !elements.isEmpty else { return nil }
        return elements[elements.index(elements.startIndex, offsetBy: number(name, in: 0...elements.count - 1))]
    }

    /// Writes a line into the history. It is a part of what has to be the same in every run of the seed.
    package func note(_ text: String) { scheduler.note(text) }

    // MARK: Waiting

    /// Returns when everything has come to rest: nothing is ready, and no time is waited for.
    public func settled() async { await scheduler.settled() }

    /// Lets so much time pass.
    ///
    /// - Throws: `CancellationError` when the task is cancelled meanwhile.
    public func pass(_ duration: Duration) async throws { try await clock.sleep(for: duration) }

    /// Ends faults, slow answers and held up turns from here on. Happens by itself when the body has returned.
    public func calm() {
        content.withLock { $0.isCalm = true }
        scheduler.calm()
        note("calm")
    }

    // MARK: Looking

    /// Fails the run unless the condition holds.
    ///
    /// - Parameters:
    ///   - comment: what to say about it, worked out only if it does not hold.
    ///   - condition: what has to be true now.
    /// - Throws: An error that names the place and says the comment, and what the condition throws.
    public nonisolated(nonsending) func expect(
        _ comment: @autoclosure () -> String = "", fileID: StaticString = #fileID, line: UInt = #line,
        _ condition: nonisolated(nonsending) () async throws -> Bool
    ) async throws {
        guard try await condition() else {
            throw ExpectationFailed(site: "\(fileID):\(line)", comment: comment())
        }
    }

    /// Notes whether a case was reached that makes the check worth something. The check fails when no seed has reached it.
    public func sometimes(_ name: String, _ isReached: Bool = true) {
        content.withLock { content in
            content.reached[name] = isReached || content.reached[name, default: false]
        }
    }
}

/// What ``Simulation/expect(_:fileID:line:_:)`` expected does not hold.
struct ExpectationFailed: Error, CustomStringConvertible {
    /// The file and the line of the expectation.
    let site: String
    /// What the test says about it; empty if nothing.
    let comment: String

    package var description: String { "\(site): the expectation is false\(comment.isEmpty ? "." : ": \(comment)")" }
}

/// A number that the body has drawn under a name.
struct DrawnValue: Hashable, Sendable {
    /// What the script calls it.
    let id: String
    /// The name without the count.
    let series: String
    let value: Int
    let range: ClosedRange<Int>

    /// The smallest that it may be: the nearest to 0.
    var least: Int { min(max(0, range.lowerBound), range.upperBound) }
}
