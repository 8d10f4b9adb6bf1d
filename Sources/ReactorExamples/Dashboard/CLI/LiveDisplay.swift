import Reactor
import Terminal

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
    private var meter: Meter
    private var lastSort: Duration

    static let interval = Duration.milliseconds(33)
    static let sortInterval = Duration.seconds(1)

    init(_ watching: Watching, on screen: FullScreen, hasColour: Bool, clock: RuntimeClock) {
        self.watching = watching
        self.screen = screen
        self.hasColour = hasColour
        self.clock = clock
        meter = Meter(now: clock.now)
        lastSort = clock.now
    }

    /// Shows frames until `q` is pressed, so many were shown, or the task is cancelled.
    mutating func run(frames: Int?) async throws {
        var shown = 0
        while shown < frames ?? .max {
            let start = clock.now
            for key in screen.keys() where await !take(key) { return }
            if start - lastSort >= LiveDisplay.sortInterval {
                lastSort = start
                await watching.resort()
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
        viewport.resize(height: height - 2, count: order.count)
        let columns = Columns(width: width, hasColour: hasColour)
        var text = ""
        if height > 1 { text += frame.put(columns.header, on: 0) ?? "" }
        var stale: [(line: Int, id: Int32)] = []
        for (index, id) in order[viewport.range].enumerated() where frame.isStale(index + 1, showing: id, changed) {
            stale.append((index + 1, id))
        }
        let rows = await watching.rows(stale.map(\.id))
        for ((line, id), row) in zip(stale, rows) {
            text += frame.put(columns.line(of: row), on: line, showing: id) ?? ""
        }
        for line in viewport.range.count + 1..<max(viewport.range.count + 1, height - 1) {
            text += frame.put("", on: line) ?? ""
        }
        let (sort, isTrading) = await watching.core.read { ($0.order, $0.isTrading) }
        let footer = Footer(
            meter: meter, rows: viewport.range, count: order.count, drawn: stale.count, order: sort,
            isTrading: isTrading, hasKeys: screen.hasKeys)
        if height > 0 { text += frame.put(footer.line(width: width), on: height - 1) ?? "" }
        try screen.write(text)
    }
}
