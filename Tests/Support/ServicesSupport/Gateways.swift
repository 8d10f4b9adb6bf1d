import Reactor
import ReactorTesting
import ReactorTestSupport

import ReactorServices

/// The address of tests; nothing is ever sent there.
func testBase(_ text: String = "https://api.test/v1") -> BaseURL {
    do {
        return try BaseURL(text)
    } catch {
        fatalError("\(error)")
    }
}

/// A gateway over `network` whose clock the test advances.
func makeGateway(
    _ network: any NetworkAdapter, clock: ManualClock = ManualClock(), maxActive: Int = 2,
    _ change: (inout GatewayParts) -> Void = { _ in }
) throws -> CompositedGateway {
    var parts = GatewayParts(network: network)
    parts.runtime = Runtime(clock: RuntimeClock(clock), random: { .max })
    parts.maxActiveRequests = maxActive
    change(&parts)
    return try CompositedGateway(baseURL: testBase(), parts: parts)
}

/// The way in which a call ended.
enum Ended: Equatable {
    case status(Int)
    case cancelled
    case failed(String)

    static func of(_ call: () async throws -> Response) async -> Ended {
        do {
            return .status(try await call().status)
        } catch is CancellationError {
            return .cancelled
        } catch {
            return .failed("\(error)")
        }
    }
}

extension Locked<Int> {
    /// Counts a call, and returns its number, from 1.
    func next() -> Int {
        withLock { number in
            number += 1
            return number
        }
    }
}
