import ReactorServices

struct AnyRequestSequence: RequestSequence {
    private var base: any RequestSequence

    init(_ base: any RequestSequence) { self.base = base }

    func restarted() -> AnyRequestSequence { AnyRequestSequence(base.restarted()) }

    mutating func nextRequest(previous: Exchange?) throws -> RequestDescription? {
        try base.nextRequest(previous: previous)
    }
}

extension SequenceCursor<AnyRequestSequence> {
    init(of requests: any RequestSequence, record: SequenceRecord = SequenceRecord()) throws {
        try self.init(AnyRequestSequence(requests), record: record, isObject: type(of: requests) is AnyClass)
    }
}
