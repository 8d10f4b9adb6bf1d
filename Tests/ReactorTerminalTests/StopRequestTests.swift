import Foundation
import Testing

@testable import ReactorTerminal

@Suite("Requests to stop the program")
struct StopRequestTests {
    private let stopped = Locked(0)

    private func stops() -> Stops { Stops { [stopped] in stopped.withLock { $0 += 1 } } }

    /// Returns when its task is canceled.
    @Sendable private static func untilCancelled() async {
        for await _ in AsyncStream<Never>.makeStream().stream {}
    }

    @Test("Ends the wait, once; an operation that ends on its own is not a stop")
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

    @Test("A stop that came before a wait ends the next wait")
    func comesBefore() async {
        let stops = stops()
        stops.wish()
        #expect(await stops.wait(for: Self.untilCancelled))
    }

    @Test("A canceled task ends the wait, and that is not a stop")
    func cancelled() async {
        let stops = stops()
        let waiting = Task { await stops.wait(for: Self.untilCancelled) }
        waiting.cancel()
        #expect(await !waiting.value)
    }

    // Another observer of the signal in this process would end the program.
    @Test("A SIGTSTP to the process is a stop, until the end")
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
