import Reactor
import Testing

@testable import ExampleDashboard

@Suite("The display")
struct DisplayTests {
    let row = Listing(count: 1, seed: 1).instruments[0]

    @Test("Whole columns are shown, those that fit, and never more than the width", arguments: 0...120)
    func columns(width: Int) {
        let columns = Columns(width: width, hasColour: false)
        #expect(columns.header.count <= width)
        #expect(columns.line(of: row).count == columns.header.count)
        #expect(columns.header.contains("Change") == (width >= 27))
    }

    @Test(
        "What is above its opening is green and what is below it red, whichever way it went last; a new price flashes")
    func colours() {
        let columns = Columns(width: 80, hasColour: true)
        var row = row
        #expect(!columns.line(of: row).contains("\u{1B}"))
        row.trade(at: row.opening - 500)
        row.trade(at: row.opening - 400)
        #expect(row.isRising)
        #expect(columns.line(of: row).contains("\u{1B}[31m") && !columns.line(of: row).contains("\u{1B}[32m"))
        row.trade(at: row.opening + 500)
        row.trade(at: row.opening + 400)
        #expect(!row.isRising)
        #expect(columns.line(of: row).contains("\u{1B}[32m") && !columns.line(of: row).contains("\u{1B}[31m"))
        #expect(!columns.line(of: row).contains("\u{1B}[7m"))
        #expect(columns.line(of: row, hasTicked: true).contains("\u{1B}[7m"))
    }

    @Test("The sorted column is marked, and no other", arguments: SortOrder.allCases)
    func sorted(order: SortOrder) {
        let header = Columns(width: 80, hasColour: false, order: order).header
        #expect(header.count { "▲▼".contains($0) } == 1)
        let title = order.rawValue.prefix(1).uppercased() + order.rawValue.dropFirst()
        #expect(header.contains("\(title)\(order == .symbol ? "▲" : "▼")"))
    }

    @Test("A course fills what room is left, from the lowest price to the highest")
    func course() {
        #expect(Columns.course([1, 2, 3, 8]) == "▁▂▃█")
        #expect(Columns.course([5, 5]) == "▄▄")
        #expect(Columns.course([]) == "")
        let wide = Columns(width: 200, hasColour: false)
        #expect(wide.courseWidth > 100 && Columns(width: 70, hasColour: false).courseWidth == 0)
        let prices = (0..<300).map { Int32($0) }
        #expect(wide.line(of: row, course: prices).count == 200)
        #expect(wide.line(of: row, course: [1]).count == 200)
    }

    @Test("A price flashes from the trade that made it for a while, and then is drawn once more")
    func ticks() {
        var ticks = Ticks()
        var row = row
        ticks.take(row, now: .zero)
        #expect(!ticks.flashes(row.id, now: .zero))
        row.trade(at: 7)
        ticks.take(row, now: .seconds(1))
        ticks.take(row, now: .seconds(2))
        #expect(ticks.flashes(row.id, now: .seconds(1) + .milliseconds(199)))
        let faded = [.seconds(1) + .milliseconds(199), .seconds(2), .seconds(2)].map { ticks.hasFaded(row.id, now: $0) }
        #expect(faded == [false, true, false])
        #expect(ticks.course(of: row.id) == [row.opening, 7])
        ticks.keep([])
        #expect(ticks.course(of: row.id).isEmpty)
    }

    @Test("Who rose and who fell most is shown in one line that fits", arguments: [10, 40, 80, 200])
    func leaders(width: Int) {
        var market = Market(listing: Listing(count: 50, seed: 1))
        let rows = Array(market.instruments)
        market.react(to: Traded(id: 3, price: rows[3].opening * 2))
        market.react(to: Traded(id: 4, price: rows[4].opening * 3))
        market.react(to: Traded(id: 5, price: rows[5].opening / 2))
        let leaders = market.leaders(3)
        #expect(leaders.gainers.map(\.id) == [4, 3] && leaders.losers.map(\.id) == [5])
        let line = Columns(width: width, hasColour: false).line(ofLeaders: leaders)
        #expect(line.count <= width)
        if width == 80 { #expect(line == "up AAAE +200.00%  AAAD +100.00%   down AAAF -50.00%") }
    }

    @Test("Amounts have two decimals, also those between nought and minus one")
    func hundredths() {
        #expect(
            [0, 5, -5, 1_234_567, -120].map(Columns.hundredths) == ["0.00", "0.05", "-0.05", "12,345.67", "-1.20"])
    }

    @Test("A line is made again when it shows another row, or one that changed, and written only when it differs")
    func frame() {
        var frame = Frame(height: 3)
        var changed = Changes.Content(isRescan: false)
        #expect(frame.isStale(1, showing: 7, changed))
        #expect(frame.put("seven", on: 1, showing: 7) == "\u{1B}[2;1H\u{1B}[Kseven")
        #expect(!frame.isStale(1, showing: 7, changed))
        #expect(frame.isStale(1, showing: 8, changed))
        changed.ids = [7]
        #expect(frame.isStale(1, showing: 7, changed))
        #expect(frame.isStale(1, showing: 7, Changes.Content(isRescan: true)))
        #expect(frame.put("seven", on: 1, showing: 7) == nil)
    }

    @Test("The window stays within the rows, however it is scrolled and resized")
    func viewport() {
        var viewport = Viewport()
        viewport.resize(height: 10, count: 100)
        viewport.scroll(by: -5)
        #expect(viewport.range == 0..<10)
        viewport.scroll(to: .max / 2)
        #expect(viewport.range == 90..<100)
        viewport.resize(height: 20, count: 95)
        #expect(viewport.range == 75..<95)
        viewport.resize(height: 200, count: 95)
        #expect(viewport.range == 0..<95)
        viewport.resize(height: -1, count: 0)
        #expect(viewport.range.isEmpty)
    }

    @Test("Keys are read as terminals send them, and what means nothing is passed over")
    func keys() {
        #expect(Key.keys(in: Array("s pq".utf8)) == [.sort, .pause, .pause, .quit])
        #expect(
            Key.keys(in: Array("\u{1B}[A\u{1B}[B\u{1B}OH\u{1B}[4~\u{1B}[5~\u{1B}[6~".utf8))
                == [.up, .down, .home, .end, .pageUp, .pageDown])
        #expect(Key.keys(in: Array("x\u{1B}\u{1B}[1;5Cr\u{1B}[".utf8)) == [.reset])
    }

    @Test("The footer drops what does not fit, the least important first")
    func footer() {
        var footer = Footer(
            meter: Meter(now: .zero), rows: 0..<10, count: 10_000, drawn: 3, order: .price, isTrading: true,
            hasKeys: true)
        #expect(footer.line(width: 40) == "0 events/s  frame 0.0 ms  3 drawn")
        #expect(footer.line(width: 120).hasSuffix("1-10 of 10,000  s sort  p pause  r reset  q quit"))
        footer.isTrading = false
        #expect(footer.line(width: 10) == "PAUSED 0 e")
    }

    @Test("The footer says when fewer events come than were asked for")
    func shortfall() {
        var meter = Meter(now: .zero)
        var footer = Footer(
            meter: meter, rows: 0..<1, count: 1, drawn: 0, order: .price, isTrading: true, hasKeys: false,
            wanted: 20_000)
        #expect(!footer.line(width: 80).contains("asked"))
        meter.count(8_000, now: .seconds(1))
        footer.meter = meter
        #expect(footer.line(width: 80).hasPrefix("8,000 events/s of 20,000 asked for"))
        meter.count(27_500, now: .seconds(2))
        footer.meter = meter
        #expect(!footer.line(width: 80).contains("asked"))
    }

    @Test("Events a second are counted over half a second at least")
    func meter() {
        var meter = Meter(now: .zero)
        meter.count(100, now: .milliseconds(400))
        #expect(meter.eventsPerSecond == 0)
        meter.count(1_000, now: .milliseconds(500))
        #expect(meter.eventsPerSecond == 2_000)
        meter.took(.microseconds(1_250))
        #expect(meter.frameMilliseconds == "1.2")
    }

    @Test("What changed is taken once")
    func changes() {
        let changes = Changes()
        #expect(changes.take().isRescan)
        var difference = KeyedRows<Int32, Instrument>.Difference()
        difference.updated = [1]
        changes.note(.difference(difference))
        difference.updated = [2]
        changes.note(.difference(difference))
        changes.note(order: [2, 1])
        let taken = changes.take()
        #expect(taken.ids == [1, 2] && taken.isReordered && !taken.isRescan)
        #expect(changes.take().ids.isEmpty)
    }
}
