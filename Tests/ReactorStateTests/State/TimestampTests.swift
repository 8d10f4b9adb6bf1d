import Reactor
import ReactorState
import Testing

@Suite("Timestamps at the far ends")
struct TimestampTests {
    private static let ends: [Int64] = [.min, .min + 1, -86_400_000, -1, 0, 1, 1_700_000_000_000, .max - 1, .max]

    @Test("The duration between every two times is exact, and so is their order", arguments: ends, ends)
    func duration(start: Int64, end: Int64) {
        let duration = Timestamp(millisecondsSince1970: start).duration(to: Timestamp(millisecondsSince1970: end))
        #expect(duration == .milliseconds(Int128(end) - Int128(start)))
        #expect((Timestamp(millisecondsSince1970: start) < Timestamp(millisecondsSince1970: end)) == (start < end))
    }

    @Test("A time that cannot be represented is the first or the last one", arguments: ends)
    func advanced(start: Int64) {
        let time = Timestamp(millisecondsSince1970: start)
        let large: [Int128] = [Int128(Int64.max) * 1_000, Int128(Int64.min) * 1_000]
        let steps: [Int128] = Self.ends.map { Int128($0) } + large
        for milliseconds in steps {
            let expected = min(max(Int128(start) + milliseconds, Int128(Int64.min)), Int128(Int64.max))
            #expect(time.advanced(by: .milliseconds(milliseconds)).millisecondsSince1970 == Int64(expected))
        }
        let second = Duration(secondsComponent: 1, attosecondsComponent: 999_999_999_999_999_999)
        #expect(Timestamp(millisecondsSince1970: 5).advanced(by: second).millisecondsSince1970 == 2_004)
        #expect(Timestamp(millisecondsSince1970: 5).advanced(by: .zero - second).millisecondsSince1970 == -1_994)
    }
}
