import Reactor

/// A state of many elements, of which each event changes one in place.
public struct ManyElements: State {
    /// Changes with every event.
    public var count = 0
    /// The elements.
    public var elements: [Int]

    /// A state of `size` elements, at least 1,000.
    public init(size: Int) { elements = Array(repeating: 0, count: size) }

    public mutating func react(to event: any Event) {
        guard event is Counted else { return }
        // Within the first thousand in every size: it is the copying that is to be seen, not the processor's caches.
        elements[count % 1_000] += 1
        count += 1
    }
}
