import Reactor

/// The places of some entries in the files of a recording, so that a read can begin near the requested entry.
///
/// Readers note the places. There are at most `limit`: a long recording has them farther apart.
final class RecordingPlaces: @unchecked Sendable {
    // Sendable: the variables are only used while the lock is held.
    private let lock = Lock()
    private var places: [RecordingReader.FilePosition] = []
    private var spacing: UInt64
    private let limit: Int

    init(every spacing: UInt64, limit: Int = 4_096) {
        self.spacing = max(spacing, 1)
        self.limit = max(limit, 2)
    }

    deinit { lock.destroy() }

    /// Returns the last place up to an entry.
    func last(upTo seq: UInt64) -> RecordingReader.FilePosition? {
        lock.lock()
        defer { lock.unlock() }
        let index = firstIndex(behind: seq)
        return index == 0 ? nil : places[index - 1]
    }

    /// Notes a place, unless there is one near it. Returns the entry from which the next place is noted.
    func note(_ place: RecordingReader.FilePosition) -> UInt64 {
        lock.lock()
        defer { lock.unlock() }
        let seq = place.position.seq
        let index = firstIndex(behind: seq)
        if index > 0, seq - places[index - 1].position.seq < spacing { return places[index - 1].position.seq + spacing }
        if index == places.count || places[index].position.seq - seq >= spacing { places.insert(place, at: index) }
        if places.count > limit {
            places = places.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
            spacing *= 2
        }
        return seq + spacing
    }

    private func firstIndex(behind seq: UInt64) -> Int {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].position.seq <= seq { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
