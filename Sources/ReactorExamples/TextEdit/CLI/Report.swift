import Terminal

/// What the user is told about a replay.
struct Report: Equatable {
    var events: Int
    var transactions: Int
    var seconds: Double
    var eventsPerSecond: Int
    var peakMemoryBytes: Int
    var characters: Int
    /// Steps that were taken back and brought again.
    var undone: Int
    var matches: Bool
}

extension Report {
    init(of playing: Playing, trace: Trace, matches: Bool) {
        let seconds = playing.duration / .seconds(1)
        self.init(
            events: trace.edits.count,
            transactions: trace.transactionCount,
            seconds: seconds,
            eventsPerSecond: seconds > 0 ? Int((Double(trace.edits.count) / seconds).rounded()) : 0,
            peakMemoryBytes: PeakMemory.bytes,
            characters: playing.text.count,
            undone: playing.undone,
            matches: matches)
    }

    /// One JSON object. Numbers are written alike in Swift and JSON, and there is nothing else in it.
    var json: String {
        """
        {"events":\(events),"transactions":\(transactions),"seconds":\(seconds),\
        "eventsPerSecond":\(eventsPerSecond),"peakMemoryBytes":\(peakMemoryBytes),\
        "characters":\(characters),"undone":\(undone),"matches":\(matches)}
        """
    }

    /// For people, one line each.
    var text: String {
        let milliseconds = (seconds * 10_000).rounded() / 10
        let megabytes = (Double(peakMemoryBytes) / 100_000).rounded() / 10
        return """
            \(events.counted("event")) in \(transactions.counted("transaction")), \(characters.counted("code point"))
            \(undone > 0 ? "\(undone.counted("step")) taken back and brought again\n" : "")\
            \(milliseconds) ms, \(eventsPerSecond.counted("event")) a second, peak memory \(megabytes) MB
            the end text \(matches ? "is exactly the known one" : "differs from the known one")

            """
    }
}
