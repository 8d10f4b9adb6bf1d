import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices

@Suite("Lists")
struct PagingTests {
    private struct Offline: Error {}

    /// A service with numbered items on pages, which may fail before it answers.
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

    @Test("A page is fetched when its first item is asked for, and not before")
    func lazy() async throws {
        let shelf = Shelf(pages: [[1, 2], [3]])
        var items = shelf.list().makeAsyncIterator()
        #expect(shelf.asked.copy == [])
        #expect(try await items.next() == 1)
        #expect(try await items.next() == 2)
        #expect(shelf.asked.copy == [nil])
        #expect(try await items.next() == 3)
        #expect(shelf.asked.copy == [nil, "1"])
        #expect(try await items.next() == nil)
        #expect(try await items.next() == nil)
        #expect(shelf.asked.copy == [nil, "1"])
    }

    @Test("An empty page in the middle is passed over, and an empty list has no items and one page")
    func emptyPages() async throws {
        var read: [Int] = []
        for try await item in Shelf(pages: [[], [1], [], [2], []]).list() { read.append(item) }
        #expect(read == [1, 2])
        var pages = 0
        for try await page in Shelf(pages: [[]]).list().byPage {
            #expect(page.items.isEmpty)
            pages += 1
        }
        #expect(pages == 1)
    }

    @Test("A list goes on from a token that was kept")
    func resumption() async throws {
        let shelf = Shelf(pages: [[1], [2], [3]])
        var pages = shelf.list().byPage.makeAsyncIterator()
        let token = try await pages.next()?.next
        var read: [Int] = []
        for try await item in shelf.list(from: token) { read.append(item) }
        #expect(read == [2, 3])
    }

    @Test("A list that goes in a circle gives what it has and ends with an error")
    func circle() async throws {
        let list = PagedSequence<Int> { token in
            Page(items: [1], next: ContinuationToken(rawValue: token?.rawValue == "a" ? "b" : "a"))
        }
        var read = 0
        await #expect(throws: PagingError.circle) { for try await _ in list { read += 1 } }
        #expect(read == 3)
    }

    @Test("A cancelled loop fetches nothing more")
    func cancellation() async throws {
        let shelf = Shelf(pages: [[1], [2]])
        let task = Task {
            var read = 0
            for try await _ in shelf.list() {
                read += 1
                withUnsafeCurrentTask { $0?.cancel() }
            }
            return read
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(shelf.asked.copy == [nil])
    }

    @Test("Nothing is skipped and nothing comes twice, whichever fetches fail and wherever reading is broken off")
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
                // By page, each one by another sequence that begins where the one before ended.
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
