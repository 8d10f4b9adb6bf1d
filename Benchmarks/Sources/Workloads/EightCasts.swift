import Reactor

/// A state whose reducer finds its event after eight casts.
public struct EightCasts: Workload, Codable {
    public var attendance = Attendance()

    public static var count: KeyPath<EightCasts, Int> & Sendable { \.attendance.count }

    public init() {}

    // Never inlined, so that the compiler cannot resolve a cast, not even in the plain loop.
    @inline(never)
    public mutating func react(to event: any Event) {
        switch event {
        case let event as Created: attendance.take(event.ticket)
        case let event as Renamed: attendance.take(event.ticket)
        case let event as Moved: attendance.take(event.ticket)
        case let event as Tagged: attendance.take(event.ticket)
        case let event as Shared: attendance.take(event.ticket)
        case let event as Archived: attendance.take(event.ticket)
        case let event as Restored: attendance.take(event.ticket)
        case let event as Deleted: attendance.take(event.ticket)
        default: break
        }
    }

    @inlinable
    public static func produce(_ count: Int, producer: Int, into sink: inout some EventSink) {
        for sequence in 0..<count {
            let ticket = Ticket(producer: producer, sequence: sequence)
            switch sequence & 7 {
            case 0: sink.take(Created(ticket: ticket))
            case 1: sink.take(Renamed(ticket: ticket))
            case 2: sink.take(Moved(ticket: ticket))
            case 3: sink.take(Tagged(ticket: ticket))
            case 4: sink.take(Shared(ticket: ticket))
            case 5: sink.take(Archived(ticket: ticket))
            case 6: sink.take(Restored(ticket: ticket))
            default: sink.take(Deleted(ticket: ticket))
            }
        }
    }

    public static func event(_ sequence: Int, producer: Int) -> any Event {
        let ticket = Ticket(producer: producer, sequence: sequence)
        return switch sequence & 7 {
        case 0: Created(ticket: ticket)
        case 1: Renamed(ticket: ticket)
        case 2: Moved(ticket: ticket)
        case 3: Tagged(ticket: ticket)
        case 4: Shared(ticket: ticket)
        case 5: Archived(ticket: ticket)
        case 6: Restored(ticket: ticket)
        default: Deleted(ticket: ticket)
        }
    }
}
