import Reactor
import ReactorRecording

/// The cost that recording adds to firing and applying in the core, in processor time.
///
/// Events arrive in bursts that fit the buffer, as in an app. The writer writes between them, which is not counted: it has its
/// own thread. The next row measures both together. Processor time is measured, because each burst wakes the writer, and the
/// wall-clock time of a wake-up depends on the other programs of the machine.
struct RecordedPath: Row {
    let title = "recording, on the core's path"
    private static let limit = 100.0
    /// The limit of the cost that the flight recorder adds, if it stores positions.
    private static let flightLimit = 60.0
    private static let burst = 1_000

    func measure(_ effort: Effort) async throws -> [Finding] {
        let count = effort.events(20_000)
        let shelf = Shelf()
        let rounds = try await Rounds(
            3 * effort.rounds,
            [
                Contestant(name: "unrecorded") {
                    try await Self.cost(of: count, through: Core(state: Scales())) {}
                },
                Contestant(name: "recorded") { try await Self.recorded(count, on: shelf, .off) },
                Contestant(name: "position") { try await Self.recorded(count, on: shelf, .position) },
                Contestant(name: "payload") { try await Self.recorded(count, on: shelf, .payload()) },
            ])
        let added = rounds.difference("recorded", from: "unrecorded")
        let position = rounds.difference("position", from: "recorded")
        let payload = rounds.difference("payload", from: "recorded")
        return [
            Finding(
                title + ", additional processor time per event, against the same core unrecorded",
                measured: "\(added.formatted(0)) ns (\(rounds["recorded"].formatted(0)) ns an event, "
                    + "\(rounds["unrecorded"].formatted(0)) unrecorded)",
                target: "≤ \(Self.limit.formatted(0)) ns", added <= Self.limit ? .met : .missed),
            Finding(
                title + ", additional with a flight recorder of positions",
                measured: "\(position.formatted(0)) ns", target: "≤ \(Self.flightLimit.formatted(0)) ns",
                position <= Self.flightLimit ? .met : .missed),
            Finding(
                title + ", additional with a flight recorder of payloads",
                measured: "\(payload.formatted(0)) ns", target: "reported", .reported),
        ]
    }

    private static func recorded(_ count: Int, on shelf: Shelf, _ flight: FlightRecorder) async throws -> Double {
        let path = shelf.next()
        let opened = try await Core.open(path, durability: .process, gathering: .seconds(10), flight: flight)
        let cost = try await Self.cost(of: count, through: opened.core) { try await opened.journal.durable() }
        try await opened.journal.close()
        guard opened.journal.lastSeq == count else {
            throw WrongRecording(description: "\(opened.journal.lastSeq) of \(count) events were recorded.")
        }
        try shelf.remove(path)
        return cost
    }

    /// Processor nanoseconds per event, in bursts; `rest` runs between them.
    private static func cost(
        of count: Int, through core: Core<Scales>, rest: () async throws -> Void
    ) async throws -> Double {
        var time = Duration.zero
        for first in stride(from: 0, to: count, by: burst) {
            let begin = processorTime()
            for number in first..<min(first + burst, count) { core.fire(event: Weighed(number)) }
            await core.settled()
            time += processorTime() - begin
            try await rest()
            // The writer frees the written entries.
            try await Task.sleep(for: .milliseconds(10))
        }
        try check(await core.state, count, "core")
        return time.nanoseconds / Double(count)
    }
}
