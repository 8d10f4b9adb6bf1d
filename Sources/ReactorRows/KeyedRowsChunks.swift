import ReactorState

/// A dense list in chunks of a fixed width, so that copies share all unchanged chunks.
///
/// While a copy of a million rows is retained (by an observable wrapper, or as an undo step), the next change copies
/// 512 rows and the list of chunks, not the million rows.
@frozen @usableFromInline
struct KeyedRowsChunks<Element> {
    @inlinable
    static var shift: Int { 9 }

    /// 512: with a million rows, copying one chunk costs about as much as copying the list of chunks.
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

    /// Appends the elements that `next` returns, until it returns nil. The last chunk is filled as a separate value, so
    /// each element costs as much as with an array.
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

    /// Appends a chunk. The first chunk grows with a small collection; the others have their full capacity.
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

    /// Removes an element, and moves the last element to its index.
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

    /// Removes the oldest `width` elements; the others move forward by as many positions. O(count / width).
    @inlinable
    mutating func removeFirstChunk() {
        count -= chunks.removeFirst().count
    }
}

extension KeyedRowsChunks {
    /// Takes an element out of its chunk, so that it can be changed without a copy.
    ///
    /// Until ``putBack(_:at:)`` or ``dropTaken(at:)`` is called, the chunk lacks an element, and no other method can be
    /// called.
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

    /// Removes a taken element. Together with ``take(at:)``, it corresponds to ``swapRemove(at:)``.
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
