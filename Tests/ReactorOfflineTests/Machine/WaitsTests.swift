import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorOffline

@Suite("The waits of lanes")
struct WaitsTests {
    @Test("The due waits and the next due time equal those of a list that is searched")
    func model() {
        for seed in 0..<UInt64(Loops.always(100)) {
            var random = SeededRandom(seed: seed)
            var (waits, list) = (Waits<Int, Int>(), [Int: (until: Int, isAsked: Bool, ends: Bool)]())
            var now = 0
            for step in 0..<300 {
                let name = random.below(40)
                switch random.below(10) {
                case 0..<6:
                    let (until, isAsked) = (now + random.below(50), random.chance(30))
                    let ends = random.chance(50)
                    waits.begin(name, until: until, isAskedByServer: isAsked, endsWithConnection: ends)
                    list[name] = (until, isAsked, ends && !isAsked)
                case 6, 7:
                    waits.end(name)
                    list[name] = nil
                case 8:
                    now += random.below(20)
                    let over = list.filter { $0.value.until <= now }.map(\.key)
                    #expect(waits.takeOver(at: now).sorted() == over.sorted(), "seed \(seed), step \(step)")
                    for name in over { list[name] = nil }
                default:
                    let ending = list.filter(\.value.ends).map(\.key)
                    #expect(waits.endingWithConnection.sorted() == ending.sorted(), "seed \(seed), step \(step)")
                }
                #expect(waits.first == list.values.map(\.until).min(), "seed \(seed), step \(step)")
                #expect(
                    waits.lastAsked == list.values.filter(\.isAsked).map(\.until).max(), "seed \(seed), step \(step)")
                #expect(waits.isEmpty == list.isEmpty, "seed \(seed), step \(step)")
                #expect(waits[name]?.until == list[name]?.until, "seed \(seed), step \(step)")
            }
        }
    }
}
