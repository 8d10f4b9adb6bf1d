/// The pure state of an iteration. It advances only when a page has arrived, so that a failed page is fetched again.
struct PagingMachine: Sendable {
    private enum Place {
        case before(ContinuationToken?)
        case end
        /// The last page leads to an earlier page.
        case circle
    }

    private var place: Place
    /// The tokens that were fetched, so that a circular list ends.
    private var asked: Set<ContinuationToken> = []

    init(from token: ContinuationToken?) { place = .before(token) }

    /// The token of the next page, which is nil itself for the first page, or nil after the last page.
    var request: ContinuationToken?? {
        get throws(PagingError) {
            switch place {
            case .before(let token): .some(token)
            case .end: nil
            case .circle: throw .circle
            }
        }
    }

    /// Records that the current page has arrived.
    mutating func came(next: ContinuationToken?) {
        if case .before(.some(let token)) = place { asked.insert(token) }
        place =
            switch next {
            case nil: .end
            case .some(let next) where asked.contains(next): .circle
            case .some(let next): .before(next)
            }
    }
}

/// The error of a paginated list that cannot be continued.
public enum PagingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A page names an earlier page as its next page.
    case circle

    public var description: String {
        "Infinite loop: a page of the list names an earlier page as its next page. Report it to the operator of the service. The "
            + "pages that were read are valid."
    }
}
