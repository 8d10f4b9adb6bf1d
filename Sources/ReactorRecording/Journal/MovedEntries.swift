import Reactor

/// The numbers that entries had while they waited in a suspended journal, and those that they have behind what another
/// process wrote meanwhile.
struct MovedEntries: Sendable {
    /// The last entry before the suspension.
    let first: UInt64
    /// What it and each that waited is today; of one that was not done again, the one before it.
    let numbers: [UInt64]

    /// The last of those that waited.
    private var last: UInt64 { numbers[numbers.count - 1] }

    /// What a number means that the entry `seq` names.
    func today(_ number: UInt64, in seq: UInt64) -> UInt64 {
        guard number >= first, number - first < numbers.count else { return number }
        // Whoever asked since then was told at least the last one's.
        if seq > last, number >= last { return number }
        return numbers[Int(number - first)]
    }
}

/// An event that names an entry of its journal.
protocol NamesEntry: Event {
    /// The same with the number that the entry has now.
    func renumbered(_ today: (UInt64) -> UInt64) -> Self
}

extension Deed: NamesEntry {
    func renumbered(_ today: (UInt64) -> UInt64) -> Deed { Deed(words: words, since: since.map(today)) }
}

extension Restored: NamesEntry {
    func renumbered(_ today: (UInt64) -> UInt64) -> Restored {
        Restored(number: number, reason: reason, since: since.map(today), differences: differences)
    }
}
