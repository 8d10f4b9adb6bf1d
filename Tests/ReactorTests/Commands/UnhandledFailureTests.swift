import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("An unhandled failure")
struct UnhandledFailureTests {
    let reports = Reports()

    private func deafCore() -> Core<Deaf> { Core(state: Deaf(), runtime: .testing(reports)) }

    @Test("It is reported with the command, the error and the fix")
    func isReported() async {
        let core = deafCore()
        core.perform { _ in throw Broken(number: 3) }
        await core.idle()
        await reports.reached(1)
        #expect(reports.sentences.count == 1)
        #expect(reports.sentences.first?.contains("broken 3") == true)
        #expect(reports.sentences.first?.contains("UnhandledFailureTests.swift") == true)
        #expect(reports.sentences.first?.contains("CommandEnded") == true)
    }

    @Test("A prediction whose onFailure returns events handles the error, even if the command rethrows it")
    func predictionHandles() async {
        for isHandled in [true, false] {
            let reports = Reports()
            let core = Core(state: Deaf(), runtime: .testing(reports))
            core.perform { core in
                try await core.optimistically(Noted(1)) { _ in
                    throw Broken(number: 4)
                } onFailure: { _ in
                    isHandled ? [Noted(2)] : []
                }
            }
            await core.idle()
            #expect(reports.sentences.count == (isHandled ? 0 : 1))
        }
    }

    @Test("An error that a prediction has handled does not handle another one of the same command")
    func otherError() async {
        let core = deafCore()
        core.perform { core in
            try? await core.optimistically(Noted(1)) { _ in
                throw Broken(number: 4)
            } onFailure: { _ in
                [Noted(2)]
            }
            throw Broken(number: 5)
        }
        await core.idle()
        await reports.reached(1)
        #expect(reports.sentences.count == 1)
        #expect(reports.sentences.first?.contains("broken 5") == true)
    }

    @Test("An error that one attempt has handled does not hide an equal error of the next attempt")
    func laterAttempt() async {
        let core = deafCore()
        let attempts = Locked(0)
        // The wait between the attempts is drawn as 0.
        core.perform(options: CommandOptions(retry: .exponential(attempts: 2, base: .seconds(4), cap: .seconds(4)))) {
            core in
            let attempt = attempts.withLock { count in
                count += 1
                return count
            }
            guard attempt == 1 else { throw Broken(number: 12) }
            try await core.optimistically(Noted(1)) { _ in
                throw Broken(number: 12)
            } onFailure: { _ in
                [Noted(2)]
            }
        }
        await core.idle()
        #expect(attempts.copy == 2)
        await reports.reached(1)
        #expect(reports.sentences.count == 1)
    }

    @Test("A command that handles errors in a loop retains few of them, and may throw on the latest one")
    func handledInALoop() async {
        for count in [40, 160] {
            let reports = Reports()
            let core = Core(state: Deaf(), runtime: .testing(reports))
            let retained = Locked<[WeakFragment]>([])
            let handle = core.perform { core in
                for number in 1...count {
                    do {
                        try await core.optimistically(Noted(1)) { _ in
                            let fragment = Fragment()
                            retained.withLock { $0.append(WeakFragment(fragment: fragment)) }
                            throw Shattered(number: number, fragment: fragment)
                        } onFailure: { _ in
                            [Noted(2)]
                        }
                    } catch  where number < count {}
                }
            }
            await core.idle()
            #expect(reports.sentences == [])
            #expect(retained.withLock { $0.count { $0.fragment != nil } } <= 16)
            withExtendedLifetime(handle) {}
        }
    }

    @Test("An unhandled failure is reported once for each type of command and of error")
    func oncePerCause() async {
        let core = deafCore()
        for number in 0..<5 { core.fire(command: Failing { throw Broken(number: number) }) }
        for _ in 0..<5 { core.fire(command: Failing { throw Other() }) }
        for _ in 0..<5 { core.fire(command: FailingToo()) }
        await core.idle()
        await reports.reached(3)
        #expect(reports.sentences.count == 3)
    }

    @Test("A state, a reaction or a caller that reads its outcome handles it, a caller even long after the end")
    func isRead() async {
        let noting = Core(state: Notes(), runtime: .testing(reports))
        noting.perform { _ in throw Broken() }
        await noting.idle()
        let reacting = Core(
            state: Deaf(),
            reactions: [
                .on(CommandEnded.self) { ended -> Failing? in
                    if case .failed = ended.outcome { Failing {} } else { nil }
                }
            ], runtime: .testing(reports))
        reacting.perform { _ in throw Broken() }
        await reacting.idle()
        let core = deafCore()
        let handle = core.fire(command: Failing { throw Broken() })
        await core.idle()
        #expect(await handle.end == "failed: broken 0")
        #expect(reports.sentences == [])
    }

    @Test("A state that reads only the ends of others does not")
    func stateLooksAtOthers() async {
        let core = Core(state: Choosy(), runtime: .testing(reports))
        core.perform(options: CommandOptions(id: "mine")) { _ in throw Broken() }
        core.perform(options: CommandOptions(id: "theirs")) { _ in throw Broken() }
        await core.idle()
        #expect(await core.state.failures == 1)
        await reports.reached(1)
        #expect(reports.sentences.count == 1)
    }

    @Test("A handle that is released without reading the outcome does not")
    func handleIsReleased() async {
        let core = deafCore()
        do {
            let handle = core.fire(command: Failing { throw Broken() })
            await core.idle()
            withExtendedLifetime(handle) {}
        }
        await core.settled()
        await reports.reached(1)
        #expect(reports.sentences.count == 1)
    }

    @Test("A middleware that refuses CommandEnded without reading the outcome does not")
    func middleware() async {
        let refusing = Core(state: Deaf(), middlewares: [RefusingEnds()], runtime: .testing(reports))
        refusing.perform { _ in throw Broken() }
        await refusing.idle()
        #expect(reports.sentences.contains { $0.contains("broken 0") })
    }

    @Test("A command that a reaction keeps running is reported when it fails, not when it is released")
    func keptByAReaction() async {
        let core = Core(
            state: Deaf(), reactions: [.while(\.isOn) { Failing { throw Broken() } }], runtime: .testing(reports))
        await core.idle()
        await core.settled()
        await reports.reached(1)
        #expect(reports.sentences.count == 1)
    }

    @Test("A timeout is a failure like others; a cancellation is not")
    func timeoutsAndCancellations() async {
        let (clock, gate) = (ManualClock(), TestGate<Void>())
        let core = Core(state: Deaf(), runtime: .testing(reports, clock: clock))
        core.perform { _ in throw CancellationError() }
        core.perform { _ in try? await gate.wait() }.cancel()
        await core.idle()
        #expect(reports.sentences == [])
        core.perform(options: CommandOptions(timeout: .seconds(1))) { _ in try? await gate.wait() }
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        await core.idle()
        await core.settled()
        gate.open()
        await core.close()
        await reports.reached(1)
        #expect(reports.sentences.count == 1)
    }
}

@Suite("An error that a command throws after its end")
struct LateErrorTests {
    let reports = Reports()
    let clock = ManualClock()

    /// Cancels a command, which then throws this error.
    private func reported(_ error: any Error) async -> [String] {
        let gate = TestGate<Void>()
        let core = Core(state: Deaf(), runtime: .testing(reports))
        let handle = core.perform("Upload") { _ in
            // It must not be canceled: the gate opens after the cancellation.
            await gate.waitInAnotherTask()
            throw error
        }
        await gate.arrived()
        handle.cancel()
        #expect(await handle.end == "cancelled")
        gate.open()
        await core.close()
        return reports.sentences
    }

    @Test("It is reported if no cancellation caused it")
    func isReported() async {
        let sentences = await reported(Broken(number: 17))
        #expect(sentences.count == 1)
        let sentence = "Upload threw an error after it was canceled or timed out: broken 17"
        #expect(sentences.first?.contains(sentence) == true)
    }

    @Test("The errors of a canceled task and of a canceled request are not reported")
    func cancellations() async {
        #expect(await reported(CancellationError()) == [])
        #expect(await reported(URLError(.cancelled)) == [])
        #expect(await reported(URLError(.timedOut)).count == 1)
    }

    @Test("It is reported after a timeout, too")
    func afterTimeout() async {
        let gate = TestGate<Void>()
        let core = Core(state: Choosy(), runtime: .testing(reports, clock: clock))
        let handle = core.perform("Upload", options: CommandOptions(id: "mine", timeout: .seconds(3))) { _ in
            await gate.waitInAnotherTask()
            throw Broken(number: 18)
        }
        await clock.sleepers(1)
        clock.advance(by: .seconds(3))
        #expect(await handle.end.hasPrefix("failed"))
        gate.open()
        await core.close()
        await reports.reached(1)
        #expect(reports.sentences.count == 1)
        #expect(reports.sentences.first?.contains("broken 18") == true)
    }
}

extension TestGate where Value == Void {
    /// Waits for the gate in a task that no cancellation reaches.
    fileprivate func waitInAnotherTask() async { await Task { try? await wait() }.value }
}

/// A state that no event concerns.
private struct Deaf: State {
    var isOn = true
    mutating func react(to event: any Event) {}
}

/// A state that reads the end of one command.
private struct Choosy: State {
    var failures = 0

    mutating func react(to event: any Event) {
        guard let ended = event as? CommandEnded, ended.id == "mine" else { return }
        if case .failed = ended.outcome { failures += 1 }
    }
}

private struct Failing: Command {
    let body: @Sendable () throws -> Void

    init(_ body: @escaping @Sendable () throws -> Void) { self.body = body }

    func execute(state: Deaf, core: Core<Deaf>) throws { try body() }
}

private struct FailingToo: Command {
    func execute(state: Deaf, core: Core<Deaf>) throws { throw Broken() }
}

private struct Other: Error {}

private struct Shattered: Error {
    let number: Int
    let fragment: Fragment
}

private final class Fragment: Sendable {}

private struct WeakFragment { weak var fragment: Fragment? }

private struct RefusingEnds: Middleware {
    func intercept(event: any Event, state: Deaf) -> (any Event)? { event is CommandEnded ? nil : event }
}
