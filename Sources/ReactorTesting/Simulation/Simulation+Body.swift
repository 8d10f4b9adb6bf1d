import Reactor

extension Simulation {
    // MARK: Steps

    /// Performs an optional step. When a failure is shrunk, steps are left out to see whether the run still fails.
    ///
    /// - Parameters:
    ///   - name: The name of the step in the history.
    ///   - body: The work, which is not called if the step is left out.
    /// - Returns: The result of `body`, or nil if the step was left out.
    @discardableResult
    public func step<Value>(_ name: String, _ body: () throws -> Value) rethrows -> Value? {
        begin(name) ? try body() : nil
    }

    /// Performs an optional asynchronous step, and waits for it.
    ///
    /// - Parameters:
    ///   - name: The name of the step in the history.
    ///   - body: The work, which is not called if the step is left out.
    /// - Returns: The result of `body`, or nil if the step was left out.
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

    /// Draws a number for the body. Shrinking makes it as near to 0 as the range and the failure allow. Numbers of ``random`` are
    /// not shrunk.
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
    ///   - name: The name of the number in the failure. Each name draws on its own, so leaving out another name does not change
    ///     it.
    ///   - range: The range of the number.
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

    /// Draws one of the elements, or nil if there are none. Shrinking moves the choice toward the first element.
    ///
    /// - Parameters:
    ///   - name: The name of the choice in the failure.
    ///   - elements: The elements, the simplest first.
    public func pick<Elements: RandomAccessCollection>(_ name: String, _ elements: Elements) -> Elements.Element? {
        guard !elements.isEmpty else { return nil }
        return elements[elements.index(elements.startIndex, offsetBy: number(name, in: 0...elements.count - 1))]
    }

    /// Adds a line to the history, which must be equal in every run of the seed.
    package func note(_ text: String) { scheduler.note(text) }

    // MARK: Waiting

    /// Returns when the simulation has settled: no job is ready, and no time is awaited.
    public func settled() async { await scheduler.settled() }

    /// Waits for a duration of simulated time.
    ///
    /// - Throws: `CancellationError` if the task is cancelled in the meantime.
    public func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }

    /// Ends faults, slow responses and delayed turns. This happens automatically after the body has returned.
    public func endFaults() {
        content.withLock { $0.isCalm = true }
        scheduler.calm()
        note("calm")
    }

    // MARK: Looking

    /// Fails the run unless a condition holds.
    ///
    /// - Parameters:
    ///   - comment: A comment for the failure, evaluated only if the condition is false.
    ///   - condition: The condition.
    /// - Throws: An error with the place and the comment, or the error of `condition`.
    public nonisolated(nonsending) func expect(
        _ comment: @autoclosure () -> String = "", fileID: StaticString = #fileID, line: UInt = #line,
        _ condition: nonisolated(nonsending) () async throws -> Bool
    ) async throws {
        guard try await condition() else {
            throw ExpectationFailed(site: "\(fileID):\(line)", comment: comment())
        }
    }

    /// Notes whether the run reached an interesting case. The check fails if no seed has reached it.
    public func sometimes(_ name: String, _ isReached: Bool = true) {
        content.withLock { content in
            content.reached[name] = isReached || content.reached[name, default: false]
        }
    }
}

/// The error of an ``Simulation/expect(_:fileID:line:_:)`` whose condition is false.
struct ExpectationFailed: Error, CustomStringConvertible {
    /// The file and line of the expectation.
    let site: String
    /// The comment of the test, or an empty string.
    let comment: String

    package var description: String { "\(site): the expectation is false\(comment.isEmpty ? "." : ": \(comment)")" }
}

/// A number that the body drew under a name.
struct DrawnValue: Hashable, Sendable {
    /// The name in the script.
    let id: String
    /// The name without the count.
    let series: String
    let value: Int
    let range: ClosedRange<Int>

    /// The smallest possible value: the nearest to 0.
    var least: Int { min(max(0, range.lowerBound), range.upperBound) }
}
