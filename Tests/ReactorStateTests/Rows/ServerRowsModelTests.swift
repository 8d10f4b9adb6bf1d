import Foundation
import ReactorRows
import ReactorState
import ReactorTestSupport
import ReactorTesting
import Testing

/// A server with a history, whose updates reach the rows in any order and more than once, against a model that stores every
/// update and searches all of them.
@Suite("ServerRows against a model that stores everything")
struct ServerRowsModelTests {
    typealias Quotes = ServerRows<Quote, Int>

    /// An update of the server.
    enum Word {
        case row(Quote, at: Int)
        case deletion(Int, at: Int)
        case page([Quote], at: [Int: Int])
        case whole([Quote], asOf: Int)
    }

    /// The rows of a server, and the version of each change.
    struct Server {
        var rows: [Int: (quote: Quote, version: Int)] = [:]
        var version = 0

        /// Makes a change, and returns its update.
        mutating func change(ids: Int, using random: inout SeededRandom) -> Word {
            version += 1
            let id = random.below(ids)
            if rows[id] != nil && random.below(3) == 0 {
                rows[id] = nil
                return .deletion(id, at: version)
            }
            // Few prices, so that equal rows at newer versions are met.
            let quote = Quote(id: id, price: random.below(3))
            rows[id] = (quote, version)
            return .row(quote, at: version)
        }

        func read(using random: inout SeededRandom) -> Word {
            let all = rows.values.map(\.quote).sorted { $0.id < $1.id }.shuffled(using: &random)
            if random.below(3) == 0 {
                let page = all.prefix(3)
                return .page(Array(page), at: rows.mapValues(\.version))
            }
            return .whole(all, asOf: version)
        }
    }

    /// All received updates, which are evaluated only at a read.
    struct Model {
        var words: [Word] = []

        var floor: Int? {
            words.compactMap { if case .whole(_, let version) = $0 { version } else { nil } }.max()
        }

        /// The known state of an id: the newest update; a complete read concerns every id, at its version.
        func known(_ id: Int) -> Quote? {
            var newest = Int.min
            var quote: Quote?
            func take(_ said: Quote?, _ version: Int) {
                guard version >= newest else { return }
                (newest, quote) = (version, said)
            }
            for word in words {
                switch word {
                case .row(let said, let version) where said.id == id: take(said, version)
                case .deletion(id, let version): take(nil, version)
                case .page(let rows, let versions):
                    if let said = rows.first(where: { $0.id == id }) { take(said, versions[id] ?? 0) }
                case .whole(let rows, let version): take(rows.first { $0.id == id }, version)
                default: break
                }
            }
            return quote
        }

        /// The versions that are newer than the newest complete read.
        func told() -> [Int: Int] {
            var newest: [Int: Int] = [:]
            func take(_ id: Int, _ version: Int) {
                if version > floor ?? Int.min { newest[id] = max(version, newest[id] ?? version) }
            }
            for word in words {
                switch word {
                case .row(let said, let version): take(said.id, version)
                case .deletion(let id, let version): take(id, version)
                case .page(let rows, let versions): for row in rows { take(row.id, versions[row.id] ?? 0) }
                case .whole: break
                }
            }
            return newest
        }
    }

    private func hear(_ word: Word, _ quotes: inout Quotes) {
        switch word {
        case .row(let quote, let version): quotes.receive(quote, at: version)
        case .deletion(let id, let version): quotes.receiveDeletion(of: id, at: version)
        case .page(let rows, let versions): quotes.receive(rows) { versions[$0.id] ?? 0 }
        case .whole(let rows, let version): _ = quotes.receive(all: rows, asOf: version)
        }
    }

    /// A history of the server as updates, in its order.
    private func history(ids: Int, using random: inout SeededRandom) -> (words: [Word], server: Server) {
        var server = Server()
        var words: [Word] = []
        for _ in 0..<(4 + random.below(20)) {
            words.append(server.change(ids: ids, using: &random))
            if random.below(5) == 0 { words.append(server.read(using: &random)) }
        }
        return (words, server)
    }

    @Test("Updates in any order, any number of times, and encoded in between, equal the model after each of them")
    func anyOrder() throws {
        var refused = 0
        for seed in Loops.seeds(of: 8_000) {
            var random = SeededRandom(seed: seed)
            let ids = 2 + random.below(5)
            let (words, server) = history(ids: ids, using: &random)
            let repeated = words + words.filter { _ in random.below(3) == 0 }
            var quotes = Quotes()
            var model = Model()
            for word in repeated.shuffled(using: &random) {
                let before = quotes
                hear(word, &quotes)
                model.words.append(word)
                if before == quotes { refused += 1 }
                if random.below(8) == 0 {
                    quotes = try JSONDecoder().decode(Quotes.self, from: JSONEncoder().encode(quotes))
                }
                try #require(quotes.rows.count == (0..<ids).count { model.known($0) != nil }, "seed \(seed)")
                for id in 0..<ids { try #require(quotes.rows[id: id] == model.known(id), "seed \(seed), id \(id)") }
                try #require(quotes.floor == model.floor, "seed \(seed)")
                try #require(quotes.versions == model.told(), "seed \(seed)")
            }
            // All received updates in the end equal the server's rows, after one update for each row.
            for id in 0..<ids { try #require(quotes.rows[id: id] == server.rows[id]?.quote, "seed \(seed)") }
        }
        #expect(refused > 0)
    }

    @Test("The order is that of the newest read, and rows that it does not contain come after it in their order")
    func orders() throws {
        for seed in Loops.seeds(of: 6_000) {
            var random = SeededRandom(seed: seed)
            let words = history(ids: 6, using: &random).words.shuffled(using: &random)
            var quotes = Quotes()
            for word in words {
                let before = quotes.rows.ids
                hear(word, &quotes)
                let after = Array(quotes.rows.ids)
                guard case .whole(let rows, let version) = word, quotes.floor == version else {
                    // A row stays in its place; a new one comes last.
                    let stayed = before.filter { after.contains($0) }
                    try #require(Array(after.prefix(stayed.count)) == stayed, "seed \(seed)")
                    continue
                }
                let read = rows.map(\.id).filter { after.contains($0) }
                try #require(after == read + before.filter { after.contains($0) && !read.contains($0) }, "seed \(seed)")
            }
        }
    }
}
