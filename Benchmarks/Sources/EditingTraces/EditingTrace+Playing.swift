import Reactor

/// The way in which a trace is played.
package enum Playing: String, CaseIterable, Sendable {
    /// The reducer called for each edit.
    case plain
    /// A core with a subscriber of the length.
    case length
    /// A core with a subscriber of the whole text.
    case text
}

extension EditingTrace {
    /// Plays the trace.
    ///
    /// - Returns: The nanoseconds per edit, from the first until the last is applied and delivered, and whether the text and
    ///   the last delivered value are correct.
    package func play(_ playing: Playing) async -> (cost: Double, isRight: Bool) {
        switch playing {
        case .plain: playPlain()
        case .length: await play(subscribingTo: \.text.count) { $0 == $1.count }
        case .text: await play(subscribingTo: \.text) { $0 == $1 }
        }
    }

    private func playPlain() -> (cost: Double, isRight: Bool) {
        var document = Document(start)
        let begin = ContinuousClock.now
        for edit in edits { document.react(to: edit) }
        return (each(since: begin), isEnd(document.text))
    }

    private func play<Value: Sendable & Equatable>(
        subscribingTo member: KeyPath<Document, Value> & Sendable, isRight: (Value, EditableText) -> Bool
    ) async -> (cost: Double, isRight: Bool) {
        let core = Core(state: Document(start))
        let delivered = Newest<Value>()
        core.add(subscriber: delivered, selecting: member)
        let begin = ContinuousClock.now
        for edit in edits { core.fire(event: edit) }
        await core.settled()
        let cost = each(since: begin)
        let text = await core.read { $0.text }
        let newest = await delivered.newest
        return (cost, isEnd(text) && newest.map { isRight($0, text) } ?? false)
    }

    /// Plays the trace with a history. After every `distance` edits, it undoes as many steps and redoes them.
    ///
    /// - Returns: the number of steps that were undone, and whether the text at the end is right.
    package func play(undoingEvery distance: Int) async -> (undone: Int, isRight: Bool) {
        let core = Core(state: Undoable(Document(start)))
        var undone = 0
        for (index, edit) in edits.enumerated() {
            core.fire(event: edit)
            if (index + 1).isMultiple(of: distance) { undone += await core.undoAndRedo(distance) }
        }
        await core.settled()
        return (undone, isEnd(await core.read { $0.document.text }))
    }

    /// Code point by code point: `String` finds texts equal that are only canonically equivalent.
    private func isEnd(_ text: EditableText) -> Bool { text.string.unicodeScalars.elementsEqual(end.unicodeScalars) }

    private func each(since begin: ContinuousClock.Instant) -> Double {
        let (seconds, attoseconds) = (ContinuousClock.now - begin).components
        return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(edits.count)
    }
}

extension Core where StateType == Undoable<Document> {
    /// - Returns: the number of steps that there were, `count` at most.
    fileprivate func undoAndRedo(_ count: Int) -> Int {
        var undone = 0
        while undone < count, let undo = state.undoEvent {
            fire(event: undo)
            undone += 1
        }
        while let redo = state.redoEvent { fire(event: redo) }
        return undone
    }
}

/// Stores the last received value.
private actor Newest<Value: Sendable>: Subscriber {
    private(set) var newest: Value?

    func update(with value: Value) { newest = value }
}
