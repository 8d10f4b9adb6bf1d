import ReactorState

/// A state small enough to be replayed a million times, in which order matters: four cells of one byte.
struct Board: State, Equatable {
    enum Left {}
    enum Right {}

    var cells: UInt32 = 0

    mutating func react(to event: any Event) {
        if let move = event as? Move {
            apply(move)
        } else if event is Reset<Left> {
            apply(.clearLeft)
        } else if event is Reset<Right> {
            apply(.clearRight)
        }
    }

    mutating func apply(_ move: Move) {
        let shift = UInt32(move.cell) &* 8
        let old = UInt8(truncatingIfNeeded: cells &>> shift)
        switch move.kind {
        case .put: cells = cells & ~(0xFF &<< shift) | UInt32(move.value) &<< shift
        case .blend: cells = cells & ~(0xFF &<< shift) | UInt32(old &* 3 &+ move.value) &<< shift
        case .clearLeft: cells &= 0xFFFF_0000
        case .clearRight: cells &= 0x0000_FFFF
        }
    }

    subscript(cell: Int) -> Int { Int(UInt8(truncatingIfNeeded: cells >> UInt32(cell * 8))) }
}

/// An event of a board: a cell is set to a value, or mixed with one.
struct Move: Event, Equatable, CustomStringConvertible {
    enum Kind: UInt8 { case put, blend, clearLeft, clearRight }

    var kind: Kind
    var cell: UInt8 = 0
    var value: UInt8 = 0
    /// Whether the event declares the cell that it is about: events of other cells then commute with it.
    var namesItsCell = false

    static let clearLeft = Move(kind: .clearLeft)
    static let clearRight = Move(kind: .clearRight)

    static func put(_ cell: UInt8, _ value: UInt8) -> Move { Move(kind: .put, cell: cell, value: value) }
    static func blend(_ cell: UInt8, _ value: UInt8) -> Move { Move(kind: .blend, cell: cell, value: value) }

    var _subject: String? { namesItsCell ? "\(cell)" : nil }

    var description: String { (namesItsCell ? "named " : "") + name }

    private var name: String {
        switch kind {
        case .put: "put(\(cell), \(value))"
        case .blend: "blend(\(cell), \(value))"
        case .clearLeft: "clearLeft"
        case .clearRight: "clearRight"
        }
    }
}

/// The cells of the board that a prediction is about.
enum Side: UInt8, CaseIterable {
    case left, right

    var owner: ObjectIdentifier {
        switch self {
        case .left: ObjectIdentifier(Board.Left.self)
        case .right: ObjectIdentifier(Board.Right.self)
        }
    }

    var reset: any Event {
        switch self {
        case .left: Reset<Board.Left>()
        case .right: Reset<Board.Right>()
        }
    }

    var clear: Move { self == .left ? .clearLeft : .clearRight }
}
