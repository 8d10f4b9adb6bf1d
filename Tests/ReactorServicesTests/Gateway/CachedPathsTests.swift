import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

/// ``CachedPaths`` compared with a model without limits.
@Suite("The paths of cached responses")
struct CachedPathsTests {
    private struct Model {
        var keys: [String: Set<CacheKey>] = [:]
        var changes: [String] = []

        func isCurrent(_ path: String, since number: Int) -> Bool { !changes[number...].contains(path) }
    }

    private func key(_ number: Int) throws -> CacheKey {
        CacheKey(try Request(MutableRequestProperties(.get, "/\(number)"), id: Request.ID(1), base: testBase()))
    }

    @Test("A change evicts all responses of its path, and no response that was requested before it counts as current")
    func random() throws {
        let keys = try (0..<40).map(key)
        for seed in 0..<UInt64(Loops.always(60)) {
            var random = SeededRandom(seed: seed)
            var (paths, model) = (CachedPaths(), Model())
            for _ in 0..<600 {
                let path = "/\(random.below(6))"
                switch random.below(3) {
                case 0:
                    let key = keys[random.below(keys.count)]
                    #expect(paths.keep(key, of: path) == [])
                    model.keys[path, default: []].insert(key)
                case 1:
                    #expect(Set(paths.change(path)) == model.keys.removeValue(forKey: path) ?? [], "seed \(seed)")
                    model.changes.append(path)
                default:
                    let number = random.below(model.changes.count + 1)
                    let isCurrent = paths.isCurrent(path, since: number)
                    if model.changes.count - number <= CachedPaths.mostChanges {
                        #expect(isCurrent == model.isCurrent(path, since: number), "seed \(seed)")
                    } else {
                        #expect(!isCurrent, "seed \(seed): too long ago to know")
                    }
                }
            }
        }
    }
}
