import ReactorTesting
import Testing

@Suite("Seeded random numbers")
struct SeededRandomTests {
    @Test("A seed gives the numbers that the algorithm's authors published")
    func published() {
        var random = SeededRandom(seed: 1_234_567)
        let numbers = (0..<5).map { _ in random.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }

    @Test("The numbers are equal in every process")
    func pinned() {
        var random = SeededRandom(seed: 7)
        var split = random.split()
        var named = SeededRandom(seed: 7).split(named: "latency")
        var order = Array(0..<8)
        random.shuffle(&order)
        #expect((0..<5).map { _ in random.below(100) } == [41, 10, 95, 91, 87])
        #expect(
            (0..<3).map { _ in split.next() } == [
                9_557_379_866_120_216_485, 17_043_107_566_646_967_249, 11_978_780_796_896_658_143,
            ])
        #expect(
            (0..<3).map { _ in named.next() } == [
                10_385_947_441_958_437_026, 1_129_108_094_895_832_480, 18_058_458_225_659_497_967,
            ])
        #expect(order == [3, 5, 0, 6, 1, 2, 4, 7])
    }

    @Test("A named stream depends on the source and the name alone, and streams differ")
    func streams() {
        var source = SeededRandom(seed: 7)
        let before = source
        var one = source.split(named: "a")
        var same = before.split(named: "a")
        var other = source.split(named: "b")
        let drawn = one.next()
        #expect(drawn == same.next())
        #expect(drawn != other.next())
        #expect(source.next() == SeededRandom.first(7))
        var left = source.split()
        var right = source.split()
        #expect(left.next() != right.next())
    }

    @Test("Numbers stay in their range, and reach both ends")
    func ranges() {
        var random = SeededRandom(seed: 3)
        let drawn = (0..<1_000).map { _ in random.number(in: -2...2) }
        #expect(Set(drawn) == [-2, -1, 0, 1, 2])
        #expect(Set((0..<200).map { _ in random.below(3) }) == [0, 1, 2])
        #expect((0..<100).allSatisfy { _ in (0..<1).contains(random.fraction()) })
        _ = random.number(in: .min ... .max)
        #expect(random.pick([Int]()) == nil)
        #expect((0..<100).allSatisfy { _ in !random.chance(0) && random.chance(100) })
    }

    @Test("All orders of three elements are about equally frequent")
    func shuffles() {
        var random = SeededRandom(seed: 5)
        var counts: [[Int]: Int] = [:]
        for _ in 0..<6_000 {
            var order = [0, 1, 2]
            random.shuffle(&order)
            counts[order, default: 0] += 1
        }
        #expect(counts.count == 6)
        #expect(counts.values.allSatisfy { (850...1_150).contains($0) })
    }
}

extension SeededRandom {
    fileprivate static func first(_ seed: UInt64) -> UInt64 {
        var random = SeededRandom(seed: seed)
        return random.next()
    }
}
