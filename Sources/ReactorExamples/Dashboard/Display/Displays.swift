import Reactor
import ReactorTerminal

/// The full screen: thirty times a second, the lines that changed.
struct LiveDisplay {
    let watching: Watching
    let screen: FullScreen
    let hasColour: Bool
    let clock: RuntimeClock

    private var viewport = Viewport()
    private var frame = Frame(height: 0)
    private var width = 0
    private var order: [Int32] = []
    private var ticks = Ticks()
    private var leaders: (gainers: [Instrument], losers: [Instrument]) = ([], [])
    private var meter: Meter
    private var rankedAt: Duration

    static let interval = Duration.milliseconds(33)
    /// How often it is looked who leads.
    static let rankingInterval = Duration.seconds(1)

    init(_ watching: Watching, on screen: FullScreen, hasColour: Bool, clock: RuntimeClock) {
        self.watching = watching
        self.screen = screen
        self.hasColour = hasColour
        self.clock = clock
        meter = Meter(now: clock.now)
        rankedAt = clock.now
    }

    /// Shows frames until `q` is pressed, so many were shown, or the task is cancelled.
    mutating func run(frames: Int?) async throws {
        var shown = 0
        while shown < frames ?? .max {
            let start = clock.now
            for key in screen.keys() where await !take(key) { return }
            if start - rankedAt >= LiveDisplay.rankingInterval {
                rankedAt = start
                leaders = await watching.core.read { $0.leaders(3) }
            }
            try await draw()
            meter.took(clock.now - start)
            meter.count(await watching.core.counts.applied, now: clock.now)
            shown += 1
            try await clock.sleep(for: max(.milliseconds(1), LiveDisplay.interval - (clock.now - start)))
        }
    }

    /// - Returns: false when it is the last one.
    private mutating func take(_ key: Key) async -> Bool {
        switch key {
        case .quit: return false
        case .up: viewport.scroll(by: -1)
        case .down: viewport.scroll(by: 1)
        case .pageUp: viewport.scroll(by: -viewport.height)
        case .pageDown: viewport.scroll(by: viewport.height)
        case .home: viewport.scroll(to: 0)
        case .end: viewport.scroll(to: .max / 2)
        case .sort, .pause, .reset: await watching.press(key)
        }
        return true
    }

    private mutating func draw() async throws {
        let changed = watching.changes.take()
        if changed.isReordered { order = changed.order }
        let (height, width) = screen.size
        if height != frame.height || width != self.width {
            try screen.clear()
            frame = Frame(height: height)
            self.width = width
        }
        // A low window has rows alone.
        let top = height > 8 ? 2 : 1
        viewport.resize(height: height - top - 1, count: order.count)
        let (sort, isTrading) = await watching.core.read { ($0.order, $0.isTrading) }
        let columns = Columns(width: width, hasColour: hasColour, order: sort)
        var text = ""
        if top > 1 { text += frame.put(columns.line(ofLeaders: leaders), on: 0) ?? "" }
        if height > top { text += frame.put(columns.header, on: top - 1) ?? "" }
        let now = clock.now
        ticks.keep(order[viewport.range])
        var stale: [(line: Int, id: Int32)] = []
        for (index, id) in order[viewport.range].enumerated() {
            let hasFaded = ticks.hasFaded(id, now: now)
            if hasFaded || frame.isStale(index + top, showing: id, changed) { stale.append((index + top, id)) }
        }
        let rows = await watching.rows(stale.map(\.id))
        for ((line, id), row) in zip(stale, rows) {
            ticks.take(row, now: now)
            let made = columns.line(
                of: row, course: ticks.course(of: id), hasTicked: hasColour && ticks.flashes(id, now: now))
            text += frame.put(made, on: line, showing: id) ?? ""
        }
        for line in viewport.range.count + top..<max(viewport.range.count + top, height - 1) {
            text += frame.put("", on: line) ?? ""
        }
        let footer = Footer(
            meter: meter, rows: viewport.range, count: order.count, drawn: stale.count, order: sort,
            isTrading: isTrading, hasKeys: screen.hasKeys, wanted: watching.tradesPerSecond)
        if height > 0 { text += frame.put(footer.line(width: width), on: height - 1) ?? "" }
        try screen.write(text)
    }
}

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
