import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices

@Suite("Lists")
struct PagingTests {
    private struct Offline: Error {}

    /// A service with numbered items on pages, which can fail before it responds.
    private struct Shelf: Sendable {
        let pages: [[Int]]
        let failures: Locked<[Bool]>
        let asked = Locked<[String?]>([])

        init(pages: [[Int]], failures: [Bool] = []) {
            self.pages = pages
            self.failures = Locked(failures)
        }

        func list(from token: ContinuationToken? = nil) -> PagedSequence<Int> {
            PagedSequence(from: token) { token in
                asked.withLock { $0.append(token?.rawValue) }
                if failures.withLock({ $0.isEmpty ? false : $0.removeFirst() }) { throw Offline() }
                let page = token.flatMap { Int($0.rawValue) } ?? 0
                return Page(
                    items: pages[page],
                    next: page + 1 < pages.count ? ContinuationToken(rawValue: "\(page + 1)") : nil)
            }
        }
    }

    @Test("A circular list returns its items and ends with an error")
    func circle() async throws {
        let list = PagedSequence<Int> { token in
            Page(items: [1], next: ContinuationToken(rawValue: token?.rawValue == "a" ? "b" : "a"))
        }
        var read = 0
        await #expect(throws: PagingError.circle) { for try await _ in list { read += 1 } }
        #expect(read == 3)
    }

    @Test("No item is skipped or repeated, whichever fetches fail and wherever reading is interrupted")
    func model() async throws {
        for seed in 0..<UInt64(Loops.always(300)) {
            var random = SeededRandom(seed: seed)
            var number = 0
            let pages = (0...random.below(6)).map { _ in
                (0..<random.below(5)).map { _ in
                    number += 1
                    return number
                }
            }
            let shelf = Shelf(pages: pages, failures: (0..<20).map { _ in random.chance(40) })
            var read: [Int] = []
            var failures = 0
            if random.chance(50) {
                var items = shelf.list().makeAsyncIterator()
                while true {
                    do {
                        guard let item = try await items.next() else { break }
                        read.append(item)
                    } catch {
                        failures += 1
                    }
                }
            } else {
                // Each page is read by another sequence that begins at the end of the previous one.
                var token: ContinuationToken?
                while true {
                    var loop = shelf.list(from: token).byPage.makeAsyncIterator()
                    do {
                        guard let page = try await loop.next() else { break }
                        read += page.items
                        guard let next = page.next else { break }
                        token = next
                    } catch {
                        failures += 1
                    }
                }
            }
            #expect(read == pages.flatMap { $0 }, "seed \(seed)")
            #expect(shelf.asked.copy.count == pages.count + failures, "seed \(seed)")
        }
    }
}
