import Reactor
import Testing

@testable import Dashboard

@Suite("The display")
struct DisplayTests {
    let row = Listing(count: 1, seed: 1).instruments[0]

    @Test("Whole columns are shown, those that fit, and never more than the width", arguments: 0...120)
    func columns(width: Int) {
        let columns = Columns(width: width, hasColour: false)
        #expect(columns.header.count <= width)
        #expect(columns.line(of: row).count == columns.header.count)
        #expect(columns.header.contains("Change") == (width >= 26))
    }

    @Test("A row that fell is red, one that rose green, one that was never traded plain")
    func colours() {
        let columns = Columns(width: 80, hasColour: true)
        var row = row
        #expect(!columns.line(of: row).contains("\u{1B}"))
        row.trade(at: row.price - 1)
        #expect(columns.line(of: row).hasPrefix("\u{1B}[31m"))
        row.trade(at: row.price + 1)
        #expect(columns.line(of: row).hasPrefix("\u{1B}[32m"))
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

    @Test("The footer drops what does not fit, the least telling first")
    func footer() {
        var footer = Footer(
            meter: Meter(now: .zero), rows: 0..<10, count: 10_000, drawn: 3, order: .price, isTrading: true,
            hasKeys: true)
        #expect(footer.line(width: 40) == "0 events/s  frame 0.0 ms  3 drawn")
        #expect(footer.line(width: 120).hasSuffix("1-10 of 10,000  s sort  p pause  r reset  q quit"))
        footer.isTrading = false
        #expect(footer.line(width: 10) == "PAUSED 0 e")
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
