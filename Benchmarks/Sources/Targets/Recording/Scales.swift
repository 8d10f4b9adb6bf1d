import Reactor
import ReactorRecording

/// A state of two numbers, recorded: the recording is measured, not the state.
struct Scales: State, Codable {
    private(set) var count = 0
    private(set) var sum = 0.0
    /// The number of events that arrived out of order.
    private(set) var outOfOrder = 0

    // Never inlined, so that the compiler cannot resolve the cast.
    @inline(never)
    mutating func react(to event: any Event) {
        guard let event = event as? Weighed else { return }
        if event.number != count { outOfOrder += 1 }
        count += 1
        sum += event.kilograms
    }

    static let catalog = EventCatalog<Scales>(events: [.event(Weighed.self, as: "weighed")])
}

/// An event as programs have them: which, and how much.
struct Weighed: Event, Codable {
    let number: Int
    let kilograms: Double

    /// The event of that number.
    init(_ number: Int) {
        self.number = number
        kilograms = Double(500 + number % 800) / 10
    }
}

/// Stops the run unless every event came once, in order.
func check(_ scales: Scales, _ count: Int, _ name: String) throws {
    guard scales.count == count, scales.outOfOrder == 0 else {
        throw WrongRecording(
            description: "\(name): \(scales.count) of \(count) events are there, \(scales.outOfOrder) out of order.")
    }
}

/// The error of a recording that does not contain the recorded events, so that its figures are invalid.
struct WrongRecording: Error, CustomStringConvertible {
    let description: String
}
