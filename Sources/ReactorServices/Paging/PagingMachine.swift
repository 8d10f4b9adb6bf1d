/// Which page comes next. Pure; it moves on only when a page has come, so a failed one is asked for again.
struct PagingMachine: Sendable {
    private enum Place {
        case before(ContinuationToken?)
        case end
        /// The last page led back to one that was read before.
        case circle
    }

    private var place: Place
    /// What was asked for already: a service that goes in a circle would be read for ever.
    private var asked: Set<ContinuationToken> = []

    init(from token: ContinuationToken?) { place = .before(token) }

    /// The token to ask with, itself nil for the first page; nil when there is no page any more.
    var request: ContinuationToken?? {
        get throws(PagingError) {
            switch place {
            case .before(let token): .some(token)
            case .end: nil
            case .circle: throw .circle
            }
        }
    }

    /// The page that was asked for has come.
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
