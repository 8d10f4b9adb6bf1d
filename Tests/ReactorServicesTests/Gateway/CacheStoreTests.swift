import Foundation
import ReactorTesting
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("The in-memory cache")
struct CacheStoreTests {
    private func key(_ number: Int) throws -> CacheKey {
        CacheKey(try Request(MutableRequestProperties(.get, "/\(number)"), id: Request.ID(1), base: testBase()))
    }

    private func response(_ size: Int, tag: Bool = false) -> Response {
        Response(
            status: 200, headers: tag ? ["ETag": "x"] : [:], body: Data(count: size),
            url: URL(fileURLWithPath: "/"))
    }

    @Test("Repeated reads of a response store only a few of its uses", arguments: [25, 100])
    func uses(count: Int) throws {
        var store = CacheStore(maxCount: count, maxBytes: 1 << 20)
        for round in 0..<40 {
            for number in 0..<count {
                if round == 0 { store.store(response(1), for: try key(number), freshUntil: .seconds(9)) }
                _ = store.read(try key(number), now: .zero)
            }
        }
        #expect(store.count == count)
        #expect(store.uses.count <= 2 * count + 65)
    }

    @Test("The store behaves like a plain model, for any operations in any order", arguments: 0..<UInt64(60))
    func model(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let (maxCount, maxBytes) = (1 + random.below(6), 20 + random.below(100))
        var store = CacheStore(maxCount: maxCount, maxBytes: maxBytes)
        var model = PlainCache(maxCount: maxCount, maxBytes: maxBytes)
        let keys = try (0..<10).map { try key($0) }
        var now = Duration.zero
        for step in 0..<400 {
            let place = "seed \(seed), step \(step)"
            let key = keys[random.below(10)]
            switch random.below(10) {
            case 0...4:
                let kept = response(random.below(60), tag: random.chance(40))
                let end = now + .seconds(random.below(8))
                store.store(kept, for: key, freshUntil: end)
                model.store(kept, for: key, freshUntil: end)
            case 5...7:
                let (found, expected) = (store.read(key, now: now), model.read(key, now: now))
                try #require(found?.isFresh == expected?.isFresh, "\(place)")
                try #require(found?.response.body == expected?.response.body, "\(place)")
            case 8: now += .seconds(1)
            default:
                if random.chance(10) {
                    store.removeAll()
                    model.kept = []
                } else {
                    store.remove(key)
                    model.kept.removeAll { $0.key == key }
                }
            }
            try #require(store.count == model.kept.count, "\(place)")
            try #require(store.bytes == model.bytes, "\(place)")
            try #require(store.count <= maxCount && store.bytes <= maxBytes, "\(place)")
        }
    }
}

/// The cache as a list in which the last used entry is last.
private struct PlainCache {
    let maxCount: Int
    let maxBytes: Int
    var kept: [(key: CacheKey, response: Response, freshUntil: Duration)] = []

    init(maxCount: Int, maxBytes: Int) {
        self.maxCount = maxCount
        self.maxBytes = maxBytes
    }

    var bytes: Int {
        kept.map { $0.response.body.count + ($0.response.headers.contains("ETag") ? 5 : 0) }.reduce(0, +)
    }

    mutating func read(_ key: CacheKey, now: Duration) -> CachedResponse? {
        guard let index = kept.firstIndex(where: { $0.key == key }) else { return nil }
        let entry = kept.remove(at: index)
        let isFresh = entry.freshUntil > now
        if !isFresh && !entry.response.headers.contains("ETag") { return nil }
        kept.append(entry)
        return CachedResponse(response: entry.response, isFresh: isFresh)
    }

    mutating func store(_ response: Response, for key: CacheKey, freshUntil: Duration) {
        kept.removeAll { $0.key == key }
        let before = kept
        kept = [(key, response, freshUntil)]
        let isTooLarge = bytes > maxBytes
        kept = before
        if isTooLarge { return }
        kept.append((key, response, freshUntil))
        while kept.count > maxCount || bytes > maxBytes { kept.removeFirst() }
    }
}
