#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension TraceProblem {
    /// Says in the words of a trace what the decoder found.
    init(_ error: any Error, at place: TracePlace?) {
        guard let error = error as? DecodingError else {
            self = .notJSON(detail: "\(error)")
            return
        }
        switch error {
        case .keyNotFound(let key, _):
            self = .missing(key: key.stringValue, place)
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            self = Self.wrong(context.codingPath, at: place)
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            self = .notJSON(detail: Self.detail(of: context))
        case .dataCorrupted(let context):
            self = Self.wrong(context.codingPath, at: place)
        @unknown default:
            self = .notJSON(detail: "\(error)")
        }
    }

    /// What stands at a path, and what should: `txns`, then a transaction, `patches`, a patch and a member of it.
    private static func wrong(_ path: [any CodingKey], at place: TracePlace?) -> TraceProblem {
        switch path.count {
        case 0: .wrongType(of: "a trace", expected: "one JSON object", place)
        case 1 where path[0].stringValue == "txns": .wrongType(of: "\"txns\"", expected: "an array", place)
        case 1: .wrongType(of: "\"\(path[0].stringValue)\"", expected: "a string", place)
        case 2: .wrongType(of: "a transaction", expected: "an object", place)
        case 3: .wrongType(of: "\"patches\"", expected: "an array", place)
        default: wrongMember(path.dropFirst(4).first?.intValue, at: place)
        }
    }

    private static func wrongMember(_ index: Int?, at place: TracePlace?) -> TraceProblem {
        switch index {
        case 0: .wrongType(of: "the position", expected: "a whole number", place)
        case 1: .wrongType(of: "the number of deleted code points", expected: "a whole number", place)
        case 2: .wrongType(of: "the inserted text", expected: "a string", place)
        default: .wrongType(of: "a patch", expected: "an array [position, deleted, \"inserted\"]", place)
        }
    }

    /// The decoder's own words about where the JSON breaks off, if it has any.
    private static func detail(of context: DecodingError.Context) -> String {
        guard let cause = context.underlyingError as? CocoaError,
            let words = cause.userInfo["NSDebugDescription"] as? String
        else { return context.debugDescription }
        return words
    }
}
