import ReactorTesting
import Testing

@testable import Reactor

@Suite("What is due")
struct DuesTests {
    @Test("It hands out what is due as a dictionary does that is gone through each time", arguments: 0..<100)
    func agreesWithTheModel(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        var dues = Dues<Int, Duration>()
        var model: [Int: Duration] = [:]
        var now = 0
        for _ in 0..<500 {
            if random.chance(80) {
                let (key, due) = (random.below(12), random.chance(80) ? Duration.seconds(now + random.below(20)) : nil)
                dues.set(due, for: key)
                model[key] = due
            } else {
                now += random.below(10)
                let expected = model.filter { $0.value <= .seconds(now) }.map(\.key).sorted()
                for key in expected { model[key] = nil }
                let found = dues.removeAll(until: .seconds(now)).sorted()
                #expect(found == expected)
            }
            #expect(dues.first == model.values.min())
        }
    }
}
