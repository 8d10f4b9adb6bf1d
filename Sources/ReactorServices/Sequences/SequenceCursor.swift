package import ReactorFoundation

/// A sequence, and how far it has come. Pure: it says what to send next and is given what came back.
///
/// ```swift
/// func next(of sequence: some RequestSequence, after record: SequenceRecord) throws -> RequestDescription? {
///     let cursor = try SequenceCursor(sequence, record: record)
///     return cursor.request     // the first step without an answer; nil when there is none
/// }
/// ```
public struct SequenceCursor<Sequence: RequestSequence>: Sendable {
    private let initial: Sequence
    /// The sequence as it stands now.
    public private(set) var sequence: Sequence
    /// What to keep so that the cursor can be brought back.
    public private(set) var record: SequenceRecord
    /// What is to be sent next; nil when the sequence is complete.
    public private(set) var request: RequestDescription?

    /// Brings a sequence back: it is given its stored answers again, and stands at the first step without one, whose
    /// idempotency key is what it was.
    ///
    /// - Throws: What the sequence throws; ``SequenceError`` when the record belongs to another one.
    public init(_ sequence: Sequence, record: SequenceRecord = SequenceRecord()) throws {
        initial = sequence
        self.sequence = sequence
        self.record = record
        try replay()
    }

    /// Keeps what the files of ``request`` are, unless they were named before.
    package mutating func name(_ files: [String: FileMark]) { record.name(files) }

    /// The step that ``request`` described was answered.
    ///
    /// - Throws: What the sequence throws about the answer. Then nothing has changed: the step is still to be done.
    package mutating func answered(status: Int, headers: HeaderFields, body: Data) throws {
        guard let request else { return }
        let exchange = Exchange(request: request, status: status, headers: headers, body: body)
        var next = sequence
        self.request = try next.nextRequest(previous: exchange).map(keyed)
        sequence = next
        record.exchanges.append(exchange)
    }

    /// The step that ``request`` described was refused.
    ///
    /// - Returns: Whether the sequence begins again at an earlier step, as the step's ``RestartRule`` says. The steps
    ///   from there on have new idempotency keys, since a service would answer the old ones with what has expired.
    /// - Throws: What the sequence throws when its answers before that step are given to it again.
    package mutating func refused(status: Int) throws -> Bool {
        guard let rule = request?.restart, rule.statuses.contains(status),
            let index = record.exchanges.lastIndex(where: { $0.request.step == rule.step })
        else { return false }
        record.exchanges.removeSubrange(index...)
        record.restarts += 1
        try replay()
        return true
    }

    private mutating func replay() throws {
        var replayed = initial
        var request = try replayed.nextRequest(previous: nil)
        for exchange in record.exchanges {
            guard let expected = request, expected.operation == exchange.request.operation,
                expected.step == exchange.request.step
            else {
                throw SequenceError(
                    .otherSequence(
                        expected: request.map { "\($0.operation)/\($0.step)" },
                        found: "\(exchange.request.operation)/\(exchange.request.step)"))
            }
            request = try replayed.nextRequest(previous: exchange)
        }
        sequence = replayed
        self.request = request.map(keyed)
    }

    private func keyed(_ request: RequestDescription) -> RequestDescription {
        record.restarts == 0 ? request : request.withIdempotencyKey("\(request.idempotencyKey)/\(record.restarts)")
    }
}
