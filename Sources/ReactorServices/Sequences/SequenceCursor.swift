package import ReactorFoundation

/// A sequence and its position. It is a pure value that contains the next request and receives its response.
///
/// ```swift
/// func next(of sequence: some RequestSequence, after record: SequenceRecord) throws -> RequestDescription? {
///     let cursor = try SequenceCursor(sequence, record: record)
///     return cursor.request     // the first step without a response, or nil
/// }
/// ```
public struct SequenceCursor<Sequence: RequestSequence>: Sendable {
    private let initial: Sequence
    /// Whether the sequence is an object, which does not return to its position after an error, and which copies share.
    private let isObject: Bool
    /// The sequence at its current position.
    package private(set) var sequence: Sequence
    /// The record to store, from which the cursor can be restored.
    public private(set) var record: SequenceRecord
    /// The next request, or nil when the sequence is complete.
    public private(set) var request: RequestDescription?

    /// Creates a cursor, or restores it at the first step without a stored response. The idempotency key of that step
    /// is the same as before.
    ///
    /// - Throws: The error of the sequence, or ``SequenceError`` if the record belongs to another sequence.
    public init(_ sequence: Sequence, record: SequenceRecord = SequenceRecord()) throws {
        try self.init(sequence, record: record, isObject: type(of: sequence) is AnyClass)
    }

    package init(_ sequence: Sequence, record: SequenceRecord, isObject: Bool) throws {
        initial = sequence
        self.sequence = sequence
        self.record = record
        self.isObject = isObject
        (self.sequence, request) = try replayed()
    }

    /// Records the size and date of the files of ``request``, unless they are recorded already.
    package mutating func name(_ files: [String: FileMark]) { record.name(files) }

    /// Adds the response to ``request``, and advances to the next step.
    ///
    /// - Throws: The error of the sequence. The cursor is then unchanged, and the step is still to be done.
    package mutating func answered(status: Int, headers: HeaderFields, body: Data) throws {
        guard let request else { return }
        let exchange = Exchange(request: request, status: status, headers: headers, body: body)
        var next = isObject ? try replayed().sequence : sequence
        self.request = try next.nextRequest(previous: exchange).map(keyed)
        sequence = next
        record.exchanges.append(exchange)
    }

    /// Moves the sequence back, if the step of ``request`` has a rule for this status.
    ///
    /// - Returns: Whether the step's ``RestartRule`` applies, and the sequence was moved back to an earlier step. The
    ///   steps from there on have new idempotency keys, because a service would repeat the expired responses for the
    ///   old keys.
    /// - Throws: The error of the sequence when its responses before that step are replayed.
    package mutating func restart(after status: Int) throws -> Bool {
        guard let rule = request?.restart, rule.statuses.contains(status),
            let index = record.exchanges.lastIndex(where: { $0.request.step == rule.step })
        else { return false }
        record.exchanges.removeSubrange(index...)
        record.restarts += 1
        (sequence, request) = try replayed()
        return true
    }

    /// Returns a sequence that has received the recorded responses, and its next request.
    private func replayed() throws -> (sequence: Sequence, request: RequestDescription?) {
        var replayed = initial.restarted()
        var request = try replayed.nextRequest(previous: nil)
        for exchange in record.exchanges {
            guard let expected = request, expected.operation == exchange.request.operation,
                expected.step == exchange.request.step
            else {
                throw SequenceError.otherSequence(
                    expected: request.map { "\($0.operation)/\($0.step)" },
                    found: "\(exchange.request.operation)/\(exchange.request.step)")
            }
            request = try replayed.nextRequest(previous: exchange)
        }
        return (replayed, request.map(keyed))
    }

    private func keyed(_ request: RequestDescription) -> RequestDescription {
        record.restarts == 0 ? request : request.withIdempotencyKey("\(request.idempotencyKey)/\(record.restarts)")
    }
}

/// The stored state of a sequence: its responses so far, and its restarts.
///
/// A record can contain secrets, such as the fields of a signed upload. Store it where only the user can read it.
public struct SequenceRecord: Hashable, Codable, Sendable {
    /// The completed steps, in order.
    public package(set) var exchanges: [Exchange]
    /// The number of times that the sequence was moved back to an earlier step.
    package var restarts: Int
    /// Optional, so that records from earlier releases can be decoded.
    private var marks: [String: FileMark]?

    /// The size and date of each file when it was first named, by its path.
    package var files: [String: FileMark] { marks ?? [:] }

    package mutating func name(_ files: [String: FileMark]) {
        if !files.isEmpty { marks = (marks ?? [:]).merging(files) { first, _ in first } }
    }

    /// Creates the record of a sequence that has not started.
    public init() {
        exchanges = []
        restarts = 0
        marks = nil
    }
}
