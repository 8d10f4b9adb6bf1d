import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorQueries

@Suite("Queries of long lists")
struct BigListTests {
    /// How often the tags of a value were gone through.
    private func searches(tags count: Int, _ use: (inout WatchTable<Int>, (inout WatchTable<Int>, Int) -> Void) -> Void)
        -> Int
    {
        var table = WatchTable<Int>(staleAfter: nil, keepUnused: .seconds(60))
        var searches = 0
        let tags = (0..<count).map { QueryTag("post", $0) }
        let life = Revision()
        use(&table) { table, invalidations in
            let signal = QuerySignal(life: life, invalidations: invalidations, seeds: 0)
            let invalidation = table.invalidation(7, of: [QueryPart(tags: tags, seen: 1)], signal) {
                searches += 1
                return (invalidations - 1, nil)
            }
            #expect(invalidation.number == invalidations - 1)
        }
        return searches
    }

    @Test(
        "Who watches a list after others goes through its tags only once behind an invalidation", arguments: [100, 400])
    func watched(watches: Int) {
        let searches = searches(tags: 1_000) { table, look in
            for number in 0..<watches {
                let watch = table.watch(7, every: nil, now: .zero)
                look(&table, number < watches / 2 ? 2 : 3)
                table.release(7, watch, now: .zero)
            }
        }
        #expect(searches == 2)
    }

    @Test("What was found of a value is not said of another, nor of another start of the state")
    func another() {
        var table = WatchTable<Int>(staleAfter: nil, keepUnused: .seconds(60))
        _ = table.watch(7, every: nil, now: .zero)
        let lives = [Revision(), Revision()]
        var number = 0
        for life in lives {
            for seen in 0..<2 {
                for tags: [QueryTag] in [["a"], ["b"]] {
                    number += 1
                    let signal = QuerySignal(life: life, invalidations: 5, seeds: 0)
                    for _ in 0..<2 {
                        let invalidation = table.invalidation(7, of: [QueryPart(tags: tags, seen: seen)], signal) {
                            (number, nil)
                        }
                        #expect(invalidation.number == number)
                    }
                }
            }
        }
    }
}
