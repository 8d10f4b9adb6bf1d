import Testing

@testable import ReactorTesting

@Suite("A run as lanes")
struct SimulationLanesTests {
    private static let lines = [
        HistoryLine(time: 0, who: "task 1", text: ": step 1: pay <5> & more"),
        HistoryLine(
            time: 0, who: "task 2", text: ": bank.pay#1 is called", call: ("bank.pay#1", .called(isFaulty: true))),
        HistoryLine(time: 0, who: "phone", text: ": takes Paid()"),
        HistoryLine(
            time: 1, who: "task 3", text: ": bank.pay#2 is called", call: ("bank.pay#2", .called(isFaulty: false))),
        HistoryLine(time: 2, who: "task 4", text: ": bank.pay#2 arrives", call: ("bank.pay#2", .arrives)),
        HistoryLine(time: 3, who: "task 2", text: ": bank.pay#1 fails: lost", call: ("bank.pay#1", .fails)),
        HistoryLine(time: 4, who: "task 3", text: ": bank.pay#2 is answered", call: ("bank.pay#2", .answered)),
        HistoryLine(time: 4, who: "phone", text: ": takes Paid()"),
    ]

    @Test("Each task, core and call has a lane, and each line a column")
    func text() {
        #expect(
            SimulationLanes(Self.lines).text == """
                  task 1      *
                  bank.pay#1   !---x
                  phone         *    *
                  bank.pay#2     [>-]
                """)
    }

    @Test("One lane alone, more than sixteen and more than sixty columns are not drawn as text")
    func tooMuch() {
        func lanes(_ count: Int, lines: Int) -> SimulationLanes {
            SimulationLanes((0..<lines).map { HistoryLine(time: 0, who: "task \($0 % count)", text: ": works") })
        }
        #expect(lanes(1, lines: 4).text == nil)
        #expect(lanes(16, lines: 60).text != nil)
        #expect(lanes(17, lines: 60).text == nil)
        #expect(lanes(16, lines: 61).text == nil)
    }
}
