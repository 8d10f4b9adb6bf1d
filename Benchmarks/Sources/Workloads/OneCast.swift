import Reactor

/// A state whose reducer needs one cast.
public struct OneCast: Workload {
    public var attendance = Attendance()

    public static var count: KeyPath<OneCast, Int> & Sendable { \.attendance.count }

    public init() {}

    @inline(never)
    public mutating func react(to event: any Event) {
        switch event {
        case let event as Created: attendance.take(event.ticket)
        default: break
        }
    }

    @inlinable
    public static func produce(_ count: Int, producer: Int, into sink: inout some EventSink) {
        produce(0..<count, producer: producer, into: &sink)
    }

    /// Makes the events of one producer with these numbers.
    @inlinable
    public static func produce(_ sequences: Range<Int>, producer: Int, into sink: inout some EventSink) {
        for sequence in sequences {
            sink.take(Created(ticket: Ticket(producer: producer, sequence: sequence)))
        }
    }

    public static func event(_ sequence: Int, producer: Int) -> any Event {
        Created(ticket: Ticket(producer: producer, sequence: sequence))
    }
}
