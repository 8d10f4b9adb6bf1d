public import Reactor

/// What a person did, where no event says it by itself: fired when it is done.
///
/// Most programs need none. An event that is one deed is put into words by who reads the ``Past``. A command that asks a
/// server, of which several entries come and perhaps others in between, says with this what it was, and since when:
///
/// ```swift
/// func log(_ grams: Int, on opened: OpenedCore<some State & Codable>, _ work: () async throws -> Void) async throws {
///     let since = opened.journal.lastSeq
///     try await work()
///     opened.core.fire(event: Deed("logged \(grams) g", since: since))
/// }
/// ```
///
/// Every catalog lists it, as `deed`.
public struct Deed: Event, Codable, Hashable {
    /// What it was, in words; nil for one that was recorded without, which nobody is told of.
    public let words: String?
    /// The last entry before it; nil where it is the event alone.
    package let since: UInt64?

    /// What was done since an entry.
    ///
    /// - Parameters:
    ///   - words: what it was, as a person reads it: "logged 81.4 kg".
    ///   - since: the last entry before it, ``Journal/lastSeq``.
    public init(_ words: String, since: UInt64) { self.init(words: words, since: since) }

    init(words: String?, since: UInt64?) {
        self.words = words
        self.since = since
    }
}
