import Reactor
import ReactorQueries

/// A state with twenty queries, each with other keys and values, and a state without, for an event that concerns none of them.
public enum TwentyQueries {
    /// Fires N events at a core whose state has twenty queries.
    public static func fire(_ count: Int) async throws { try await fire(count, Core(state: Twenty()), \.counted) }

    /// Fires N events at a core whose state has no query.
    public static func without(_ count: Int) async throws { try await fire(count, Core(state: None()), \.counted) }

    private static func fire<StateType: State>(
        _ count: Int, _ core: Core<StateType>, _ counted: KeyPath<StateType, Int> & Sendable
    ) async throws {
        // While the core is blocked, so that the interleaving of its thread and this one has no cost.
        for first in stride(from: 0, to: count, by: 1_000) {
            await core.read { _ in for _ in first..<min(count, first + 1_000) { core.fire(event: Counted()) } }
        }
        try check(await core.read { $0[keyPath: counted] } == count, "Not all of \(count) events were applied.")
    }
}

private struct None: State {
    var counted = 0

    @inline(never)
    mutating func react(to event: any Event) { if event is Counted { counted += 1 } }
}

private struct Twenty: State {
    var counted = 0
    var a = QueryCache<Int, Int>("a"), b = QueryCache<Int, String>("b"), c = QueryCache<Int, Double>("c")
    var d = QueryCache<Int, Bool>("d"), e = QueryCache<Int, [Int]>("e")
    var f = QueryCache<String, Int>("f"), g = QueryCache<String, String>("g"), h = QueryCache<String, Double>("h")
    var i = QueryCache<String, Bool>("i"), j = QueryCache<String, [Int]>("j")
    var k = QueryCache<UInt, Int>("k"), l = QueryCache<UInt, String>("l"), m = QueryCache<UInt, Double>("m")
    var n = QueryCache<UInt, Bool>("n"), o = QueryCache<UInt, [Int]>("o")
    var p = QueryCache<Int64, Int>("p"), q = QueryCache<Int64, String>("q"), r = QueryCache<Int64, Double>("r")
    var s = QueryCache<Int64, Bool>("s"), t = QueryCache<Int64, [Int]>("t")

    // Never inlined, as the other is not.
    @inline(never)
    mutating func react(to event: any Event) {
        if a.react(to: event) || b.react(to: event) || c.react(to: event) || d.react(to: event) { return }
        if e.react(to: event) || f.react(to: event) || g.react(to: event) || h.react(to: event) { return }
        if i.react(to: event) || j.react(to: event) || k.react(to: event) || l.react(to: event) { return }
        if m.react(to: event) || n.react(to: event) || o.react(to: event) || p.react(to: event) { return }
        if q.react(to: event) || r.react(to: event) || s.react(to: event) || t.react(to: event) { return }
        if event is Counted { counted += 1 }
    }
}
