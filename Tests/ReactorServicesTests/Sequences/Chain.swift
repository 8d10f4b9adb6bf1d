import Foundation

@testable import ReactorServices

/// A sequence of numbered steps. Each response is a number, the next step contains the sum so far, and a step that is
/// refused as expired restarts at its declared step.
struct Chain: ArrayRequestSequence, Equatable {
    static func == (left: Chain, right: Chain) -> Bool {
        left.length == right.length && left.sum == right.sum && left.currentRequestIndex == right.currentRequestIndex
    }

    let length: Int
    var restartsAt: [Int: Int] = [:]
    var sum = 0
    var currentRequestIndex = 0

    init(length: Int, restartsAt: [Int: Int] = [:]) {
        self.length = length
        self.restartsAt = restartsAt
    }

    var requests: [RequestContinuation] {
        (0..<length).map { step in
            { chain, previous in
                if let previous { chain.sum += try previous.decoded(as: Int.self) }
                return RequestDescription(
                    operation: "chain", step: "s\(step)", method: .post, target: .path("steps/\(step)"),
                    body: .text("\(chain.sum)"),
                    restart: chain.restartsAt[step].map { RestartRule(step: "s\($0)", statuses: [410]) })
            }
        }
    }
}

/// The same steps as an object, which is advanced by a response that it cannot read, too.
final class ChainObject: RequestSequence, @unchecked Sendable {  // a test uses it from one task at a time
    private let start: Chain
    private var chain: Chain

    init(_ chain: Chain) { (start, self.chain) = (chain, chain) }

    func restarted() -> ChainObject { ChainObject(start) }

    func nextRequest(previous: Exchange?) throws -> RequestDescription? {
        do {
            return try chain.nextRequest(previous: previous)
        } catch {
            chain.currentRequestIndex += 1
            throw error
        }
    }
}
