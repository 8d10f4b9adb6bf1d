import ReactorTesting
import Testing

@testable import ReactorQueries

@Suite("The agenda")
struct AgendaTests {
    @Test("It hands out what is due as a dictionary does that is gone through each time", arguments: 0..<100)
    func agreesWithTheModel(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        var agenda = Agenda<Int>()
        var dues: [Int: Duration] = [:]
        var now = 0
        for _ in 0..<500 {
            if random.chance(80) {
                let (key, due) = (random.below(12), random.chance(80) ? Duration.seconds(now + random.below(20)) : nil)
                agenda.set(due, for: key)
                dues[key] = due
            } else {
                now += random.below(10)
                let expected = dues.filter { $0.value <= .seconds(now) }.map(\.key).sorted()
                for key in expected { dues[key] = nil }
                let found = agenda.removeAll(until: .seconds(now)).sorted()
                #expect(found == expected)
            }
            #expect(agenda.first == dues.values.min())
        }
    }
}
