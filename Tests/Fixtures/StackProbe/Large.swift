import Reactor
import ReactorPlatform

/// An element that occurs eight times in a row.
struct Eight<Part: Sendable>: Sendable {
    var a: Part, b: Part, c: Part, d: Part, e: Part, f: Part, g: Part, h: Part
}

/// 64 bytes of which some are references, so that a copy of it is more than a copy of memory.
struct Line: Sendable {
    var a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7
    var words = ["a"]
}

typealias Page = Eight<Line>
typealias Chapter = Eight<Page>
typealias Volume = Eight<Chapter>

struct Shelf: Sendable { var first: Volume, second: Volume }

/// A value of some size.
protocol Bulk: Sendable {
    /// Created once, on the heap and never on the stack.
    static var made: UnsafeMutablePointer<Self> { get }
}

extension Bulk {
    /// A copy, created where it is used.
    static var copy: Self {
        @inline(__always) _read { yield made.pointee }
    }
}

extension Line: Bulk {
    // Written once, before anything else runs, and only read later.
    nonisolated(unsafe) static let made: UnsafeMutablePointer<Line> = fill(Line.self)
}

extension Shelf: Bulk {
    // Written once, before anything else runs, and only read later.
    nonisolated(unsafe) static let made: UnsafeMutablePointer<Shelf> = fill(Shelf.self)
}

/// Memory for a value that consists only of lines, each of them initialized separately.
private func fill<Value>(_ type: Value.Type) -> UnsafeMutablePointer<Value> {
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    let count = MemoryLayout<Value>.size / MemoryLayout<Line>.stride
    let lines = UnsafeMutableRawPointer(memory).bindMemory(to: Line.self, capacity: count)
    lines.initialize(repeating: Line(), count: count)
    return memory
}
