import Reactor
import ReactorTesting

/// A minimal mailbox of one reader: a caller that posts starts a drain if none is running.
final class SmallMailbox: Sendable {
    private struct Content {
        var waiting: [Int] = []
        var isDraining = false
    }

    private let content = Guarded(Content())
    private let reader = Reader()
    private let sim: Simulation
    /// Whether the drain checks again, in the same step in which it marks itself as ended.
    private let looksAgain: Bool

    init(looksAgain: Bool, in sim: Simulation) {
        self.looksAgain = looksAgain
        self.sim = sim
    }

    var read: [Int] { get async { await reader.numbers } }

    func post(_ number: Int) {
        let starts = content.withLock { content in
            content.waiting.append(number)
            defer { content.isDraining = true }
            return !content.isDraining
        }
        if starts { sim.start("drain") { await self.drain() } }
    }

    private func drain() async {
        repeat {
            let batch = content.withLock { content in
                defer { content.waiting = [] }
                return content.waiting
            }
            await reader.take(batch)
        } while !isOver()
    }

    private func isOver() -> Bool {
        content.withLock { content in
            if looksAgain && !content.waiting.isEmpty { return false }
            content.isDraining = false
            return true
        }
    }

    private actor Reader {
        private(set) var numbers: [Int] = []

        func take(_ batch: [Int]) { numbers += batch }
    }
}

/// Several callers that post; every item has to be read.
func postSideBySide(looksAgain: Bool, in sim: Simulation) async throws {
    let mailbox = SmallMailbox(looksAgain: looksAgain, in: sim)
    let posted = (1...5).filter { number in
        sim.step("post \(number)") { sim.start("poster \(number)") { mailbox.post(number) } } != nil
    }
    await sim.settled()
    let read = await mailbox.read.sorted()
    try await sim.expect("posted \(posted), read \(read)") { read == posted }
}
