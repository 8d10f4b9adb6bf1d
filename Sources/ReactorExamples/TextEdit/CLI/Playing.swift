import Reactor
import ReactorTerminal

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What came of playing a trace.
struct Playing: Sendable {
    var text: EditableText
    /// What the subscriber of the length received last.
    var deliveredLength: Int?
    /// How many steps were undone and redone.
    var undone = 0
    /// From the first event fired until the last one was applied and delivered.
    var duration: Duration
}

/// Receives how long the text is, as the status line of an editor would be.
actor LengthSubscriber: Subscriber {
    private(set) var length: Int?

    func update(with length: Int) {
        self.length = length
    }
}

/// Plays a trace event by event through a core with one subscriber.
///
/// Rests now and then until the core has caught up, so that the memory needed does not grow with the trace.
///
/// - Parameters:
///   - undoDistance: after so many events each, the document takes as many steps back and brings them again. Nil plays
///     a document without a history.
///   - report: called at every rest with how many events are done.
/// - Throws: `CancellationError`.
func play(_ trace: Trace, undoEvery undoDistance: Int? = nil, report: (Int) -> Void) async throws -> Playing {
    let document = Document(trace.start)
    guard let undoDistance else {
        let core = Core(state: document)
        return try await play(trace, through: core, text: \.text, length: \.text.count, report: report) { _ in }
    }
    let core = Core(state: Undoable(document))
    var undone = 0
    var playing = try await play(
        trace, through: core, text: \.document.text, length: \.document.text.count, report: report
    ) { count in
        guard count.isMultiple(of: undoDistance) else { return }
        undone += await core.takeBack(undoDistance)
        await core.bringAgain()
    }
    playing.undone = undone
    return playing
}

/// Plays a trace through any core that holds the text somewhere.
///
/// - Parameter afterEach: called after each event with how many were fired.
/// - Throws: `CancellationError`.
func play<StateType: State>(
    _ trace: Trace, through core: Core<StateType>, text: any KeyPath<StateType, EditableText> & Sendable,
    length: any KeyPath<StateType, Int> & Sendable, report: (Int) -> Void, afterEach: (Int) async -> Void
) async throws -> Playing {
    let subscriber = LengthSubscriber()
    core.add(subscriber: subscriber, selecting: length)

    let restingDistance = 4096
    let start = ContinuousClock.now
    for (index, edit) in trace.edits.enumerated() {
        if index.isMultiple(of: restingDistance) {
            await core.settled()
            try Task.checkCancellation()
            report(index)
        }
        core.fire(event: edit)
        await afterEach(index + 1)
    }
    await core.settled()
    let duration = start.duration(to: .now)

    return Playing(
        text: await core.state[keyPath: text], deliveredLength: await subscriber.length, duration: duration)
}

extension Core where StateType == Undoable<Document> {
    /// Takes at most `count` steps back, one after the other.
    ///
    /// - Returns: how many there were.
    func takeBack(_ count: Int) -> Int {
        for undone in 0..<count {
            guard let undo = state.undoEvent else { return undone }
            fire(event: undo)
        }
        return count
    }

    /// Redoes everything that was undone, one step after the other.
    func bringAgain() {
        while let redo = state.redoEvent { fire(event: redo) }
    }
}

extension EndTextDiffers {
    /// Finds the first code point that differs; nil when none does.
    init?(between found: String, and expected: String) {
        var foundScalars = found.unicodeScalars.makeIterator()
        var expectedScalars = expected.unicodeScalars.makeIterator()
        var position = 0
        while true {
            let pair = (foundScalars.next(), expectedScalars.next())
            if pair.0 != pair.1 {
                self.init(position: position, found: pair.0, expected: pair.1)
                return
            }
            if pair.0 == nil { return nil }
            position += 1
        }
    }
}

enum PeakMemory {
    /// The most memory that this process has held at any time.
    static var bytes: Int {
        var usage = rusage()
        #if canImport(Darwin)
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss
        #elseif canImport(Glibc)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return usage.ru_maxrss * 1024
        #elseif canImport(Musl)
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss * 1024
        #endif
    }
}

/// What the user reads about a replay.
struct Report: Equatable {
    var events: Int
    var transactions: Int
    var seconds: Double
    var eventsPerSecond: Int
    var peakMemoryBytes: Int
    var characters: Int
    /// Steps that were undone and redone.
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
            \(undone > 0 ? "\(undone.counted("step")) undone and redone\n" : "")\
            \(milliseconds) ms, \(eventsPerSecond.counted("event")) a second, peak memory \(megabytes) MB
            the end text \(matches ? "is exactly the known one" : "differs from the known one")

            """
    }
}
