import Reactor
import Terminal

/// Where nobody looks at a screen: the topmost rows as lines of text, once a second.
struct PlainDisplay {
    let watching: Watching
    let output: Output
    let clock: RuntimeClock

    static let height = 20

    /// - Parameter frames: how many to print; they then follow each other as on a screen.
    func run(frames: Int?) async throws {
        let interval = frames == nil ? Duration.seconds(1) : LiveDisplay.interval
        var meter = Meter(now: clock.now)
        var ticks = Ticks()
        var shown = 0
        while shown < frames ?? .max {
            try await clock.sleep(for: interval)
            let start = clock.now
            await watching.resort()
            let (rows, count, order, isTrading, leaders) = await watching.core.read { market in
                (
                    Array(market.instruments.prefix(PlainDisplay.height)), market.instruments.count, market.order,
                    market.isTrading, market.leaders(3)
                )
            }
            let columns = Columns(width: output.screen.width, hasColour: false, order: order)
            for row in rows { ticks.take(row, now: start) }
            meter.count(await watching.core.counts.applied, now: clock.now)
            let footer = Footer(
                meter: meter, rows: 0..<rows.count, count: count, drawn: rows.count, order: order,
                isTrading: isTrading, hasKeys: false, wanted: watching.tradesPerSecond)
            let shownRows = rows.map { columns.line(of: $0, course: ticks.course(of: $0.id)) }
            let lines =
                [columns.line(ofLeaders: leaders), columns.header] + shownRows + [
                    footer.line(width: columns.width), "",
                ]
            for line in lines { try output.line(line) }
            try output.flush()
            meter.took(clock.now - start)
            shown += 1
        }
    }
}
