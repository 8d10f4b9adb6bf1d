import ReactorState

/// A dense list kept in chunks of fixed width, so that a copy shares all but the chunks that change.
///
/// A copy of a million rows that is kept (by a mirror, by an undo step) makes the next change copy 512 rows and the
/// list of chunks, not the million.
@usableFromInline
struct KeyedRowsChunks<Element> {
    @inlinable
    static var shift: Int { 9 }

    /// 512: at a million rows copying one chunk and copying the list of chunks cost about the same.
    @inlinable
    static var width: Int { 1 << shift }

    @usableFromInline
    var chunks: ContiguousArray<ContiguousArray<Element>> = []

    @usableFromInline
    var count = 0

    @inlinable
    init() {}

    @inlinable
    subscript(index: Int) -> Element {
        _read { yield chunks[index >> Self.shift][index & (Self.width - 1)] }
        _modify { yield &chunks[index >> Self.shift][index & (Self.width - 1)] }
    }

    @inlinable
    mutating func append(_ element: Element) {
        if count == chunks.count << Self.shift { addChunk() }
        chunks[count >> Self.shift].append(element)
        count += 1
    }

    /// Adds the elements that `next` returns, until it returns nil. The last chunk is filled as a separate value,
    /// so an element costs as much as appending it to an array.
    @inlinable
    mutating func append(_ next: () -> Element?) {
        while let first = next() {
            append(first)
            var chunk = chunks.removeLast()
            let before = chunk.count
            while chunk.count < Self.width, let element = next() { chunk.append(element) }
            count += chunk.count - before
            chunks.append(chunk)
            if chunk.count < Self.width { return }
        }
    }

    /// The first chunk grows with a small collection; the others are made to be filled.
    @inlinable
    mutating func addChunk() {
        var chunk: ContiguousArray<Element> = []
        if !chunks.isEmpty { chunk.reserveCapacity(Self.width) }
        chunks.append(chunk)
    }

    @inlinable
    mutating func removeLast() -> Element {
        count -= 1
        let last = chunks.count - 1
        let element = chunks[last].removeLast()
        if chunks[last].isEmpty { chunks.removeLast() }
        return element
    }

    /// Takes an element out, and puts the last one there.
    @inlinable
    mutating func swapRemove(at index: Int) -> Element {
        let last = removeLast()
        guard index < count else { return last }
        var removed = last
        swap(&removed, &self[index])
        return removed
    }

    @inlinable
    mutating func swapAt(_ left: Int, _ right: Int) {
        let element = self[left]
        self[left] = self[right]
        self[right] = element
    }

    /// Drops the oldest `width` elements; the others move forward by as many positions. O(count / width).
    @inlinable
    mutating func removeFirstChunk() {
        count -= chunks.removeFirst().count
    }
}

extension KeyedRowsChunks {
    /// Takes an element out of its chunk to be changed as a separate value, without a copy of it.
    ///
    /// Until ``putBack(_:at:)`` or ``dropTaken(at:)`` is called the chunk is one short and nothing else may be done.
    @inlinable
    mutating func take(at index: Int) -> Element {
        let chunk = index >> Self.shift
        let position = index & (Self.width - 1)
        chunks[chunk].swapAt(position, chunks[chunk].count - 1)
        return chunks[chunk].removeLast()
    }

    @inlinable
    mutating func putBack(_ element: Element, at index: Int) {
        let chunk = index >> Self.shift
        let position = index & (Self.width - 1)
        chunks[chunk].append(element)
        chunks[chunk].swapAt(position, chunks[chunk].count - 1)
    }

    /// Leaves a taken element out permanently: the same as ``swapRemove(at:)``.
    @inlinable
    mutating func dropTaken(at index: Int) {
        let chunk = index >> Self.shift
        let last = chunks.count - 1
        count -= 1
        if chunk != last {
            let element = chunks[last].removeLast()
            chunks[chunk].append(element)
            chunks[chunk].swapAt(index & (Self.width - 1), Self.width - 1)
        }
        if chunks[last].isEmpty { chunks.removeLast() }
    }
}

extension KeyedRowsChunks: Sendable where Element: Sendable {}
