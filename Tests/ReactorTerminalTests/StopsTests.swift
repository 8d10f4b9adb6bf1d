import Foundation
import Testing

@testable import ReactorTerminal

@Suite("The wish that the program stops")
struct StopsTests {
    private let stopped = Locked(0)

    private func stops() -> Stops { Stops { [stopped] in stopped.withLock { $0 += 1 } } }

    /// Returns when its task is cancelled.
    @Sendable private static func untilCancelled() async {
        for await _ in AsyncStream<Never>.makeStream().stream {}
    }

    @Test("Ends what is waited for, once; what ends by itself is no wish")
    func ends() async {
        let stops = stops()
        let isAsked = await stops.wait {
            stops.wish()
            await Self.untilCancelled()
        }
        #expect(isAsked)
        #expect(await !stops.wait {})
        #expect(stopped.withLock { $0 } == 0)
        await stops.stop()
        #expect(stopped.withLock { $0 } == 1)
    }

    @Test("One that came while nobody waited ends the next wait")
    func comesBefore() async {
        let stops = stops()
        stops.wish()
        #expect(await stops.wait(for: Self.untilCancelled))
    }

    @Test("A task that is cancelled ends what is waited for, and that is no wish")
    func cancelled() async {
        let stops = stops()
        let waiting = Task { await stops.wait(for: Self.untilCancelled) }
        waiting.cancel()
        #expect(await !waiting.value)
    }

    // What else observes the signal in this process would end that.
    @Test("A SIGTSTP to the process is such a wish, until the end")
    func signal() async {
        let stops = Stops.ofProcess()
        let isAsked = await stops.wait {
            kill(getpid(), SIGTSTP)
            await Self.untilCancelled()
        }
        #expect(isAsked)
        stops.end()
        var action = sigaction()
        sigaction(SIGTSTP, nil, &action)
        #if canImport(Darwin)
            #expect(action.__sigaction_u.__sa_handler == nil)
        #else
            #expect(action.__sigaction_handler.sa_handler == nil)
        #endif
    }
}
