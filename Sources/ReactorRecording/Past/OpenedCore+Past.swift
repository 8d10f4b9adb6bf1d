public import Reactor

extension OpenedCore {
    /// What was done so far, for the people who did it.
    ///
    /// Everything that was fired is in it. A suspended journal is written first when it is resumed, and this waits for that.
    ///
    /// - Parameter words: says in words what a person did with an event; nil for an event that is nothing a person did.
    /// - Throws: ``ReplayError`` where the journal cannot be read, and what ``Journal/durable(through:)`` throws.
    public nonisolated(nonsending) func past(
        words: (any Event) -> String? = { _ in nil }
    ) async throws -> Past<StateType> {
        await core.settled()
        try await journal.durable()
        return try Past(of: journal.folder, catalog: catalog, words: words)
    }

    /// Does what a person asks of the past, for a program that is told by its arguments what to do: `log`, `undo`, `redo`,
    /// `restore N`, and `--at WHEN VERB…`.
    ///
    /// ```swift
    /// func run<App>(
    ///     _ arguments: [String], _ opened: OpenedCore<App>, words: (any Event) -> String?,
    ///     show: (App, [String]) throws -> [String]
    /// ) async throws {
    ///     if let lines = try await opened.answer(arguments, words: words, show: show) {
    ///         for line in lines { print(line) }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - arguments: what follows the program's name.
    ///   - words: says in words what a person did with an event; nil for an event that is nothing a person did.
    ///   - show: the lines of a verb that only shows, of a state as it was: what `--at` is followed by, and when, as
    ///     ``Past/state(at:now:)`` reads it.
    ///   - fileID: the file of the call.
    ///   - line: the line of the call.
    /// - Returns: what to print, without control characters but for what `show` says; nil where the arguments ask for something
    ///   else.
    /// - Throws: ``PastError`` for arguments that ask for what is not there; and as ``past(words:)`` does.
    public nonisolated(nonsending) func answer(
        _ arguments: [String], words: (any Event) -> String?,
        show: (StateType, [String]) throws -> [String] = { _, _ in [] },
        fileID: StaticString = #fileID, line: UInt = #line
    ) async throws -> [String]? {
        guard let verb = arguments.first, ["log", "undo", "redo", "restore", "--at"].contains(verb) else { return nil }
        let past = try await past(words: words)
        let rest = arguments.dropFirst()
        let most = ["restore": 1, "--at": .max][verb] ?? 0
        if rest.count > most { throw PastError(.unexpected(rest[most + 1], verb: verb)) }
        func perform(_ event: Restored<StateType>, _ done: String) -> [String] {
            core.fire(event: event, fileID: fileID, line: line)
            let words = past.deeds.first { $0.number == event.number }?.words ?? ""
            return ["\(done): \(TerminalText.escaped(words))"]
        }
        switch verb {
        case "undo": return try past.undo().map { perform($0, "Undone") } ?? ["There is nothing to undo."]
        case "redo": return try past.redo().map { perform($0, "Done again") } ?? ["There is nothing to do again."]
        case "restore":
            guard let number = rest.first, let number = UInt64(number.drop { $0 == "#" }) else {
                throw PastError(.noNumber(rest.first ?? ""))
            }
            return perform(try past.restore(number), "Put back")
        case "--at":
            guard let when = rest.first else { throw PastError(.noMoment("")) }
            return try show(past.state(at: when), Array(rest.dropFirst()))
        default: return past.lines
        }
    }
}

extension Past {
    /// A line for each deed, the newest first: `#4  2026-01-02 14:30  logged 81.4 kg`.
    public var lines: [String] {
        if deeds.isEmpty { return ["Nothing was done yet."] }
        let width = deeds.map { "\($0.number)".utf8.count }.max() ?? 0
        return deeds.reversed().map { deed in
            let number = "\(deed.number)"
            let space = String(repeating: " ", count: width - number.utf8.count)
            let words = TerminalText.escaped(deed.words) + (deed.isUndone ? "  (undone)" : "")
            return "\(space)#\(number)  \(LocalTime(deed.at).text)  \(words)"
        }
    }
}
