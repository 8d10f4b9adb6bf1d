public import Reactor

/// What a person did, where no event says it by itself: fired when it is done.
///
/// Most programs need none. An event that is one deed is put into words by who reads the ``Past``. A command that asks a
/// server, of which several entries come and perhaps others in between, says with this what it was, and since when:
///
/// ```swift
/// struct Shelf: State, Codable {
///     var grams = 0
///     mutating func react(to event: any Event) {}
/// }
/// struct Log: Command {
///     let grams: Int
///     let since: UInt64
///     func execute(state: Shelf, core: Core<Shelf>) async throws {
///         // Predicts, asks the server, commits.
///         core.fire(event: Deed("logged \(grams) g", since: since))
///     }
/// }
/// func log(_ grams: Int, on opened: OpenedCore<Shelf>) {
///     opened.core.fire(command: Log(grams: grams, since: opened.journal.lastSeq))
/// }
/// ```
///
/// Fired by a command, it is what that command and those that it launched have fired since then, whatever else happened
/// meanwhile. A journal knows a command by what it has fired, so what was launched by one that has fired nothing itself is
/// none of it. Fired by none, it is what was begun since then, but for what is fired as `.authoritative`, for other deeds, and
/// for what lies in a second such deed of which none is within the other: nobody knows whose that is. Answers belong where
/// the prediction does, also later ones.
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
