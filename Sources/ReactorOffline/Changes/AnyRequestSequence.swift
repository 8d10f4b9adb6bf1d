import ReactorServices

struct AnyRequestSequence: RequestSequence {
    private var base: any RequestSequence

    init(_ base: any RequestSequence) { self.base = base }

    mutating func nextRequest(previous: Exchange?) throws -> RequestDescription? {
        try base.nextRequest(previous: previous)
    }
}
