import Reactor

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
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

    package var description: String { Errors.expectationFailed(at: site, comment) }
}
