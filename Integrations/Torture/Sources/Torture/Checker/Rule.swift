/// The failures. If a history breaks several rules at one place, the first that matches is named.
package enum Rule: String, Hashable, Sendable, CaseIterable, Comparable {
    case r1 = "R1"
    case r2 = "R2"
    case r3 = "R3"
    case r4 = "R4"
    case r5 = "R5"
    case r6 = "R6"
    case r7 = "R7"
    case r8 = "R8"
    case r9 = "R9"

    package var sentence: String {
        switch self {
        case .r1: "a pending change is not shown"
        case .r2: "a refused or lost change is shown after a refetch"
        case .r3: "a change of a counter is applied twice"
        case .r4: "a confirmed change disappears"
        case .r5: "a change from another device was shown and disappears"
        case .r6: "data of another user is shown after sign-out"
        case .r7: "nothing is in flight, the client has received the truth, and it shows something else"
        case .r8: "nothing is in flight after one more fetch, and the client shows something else than the truth"
        case .r9: "the shown value never existed"
        }
    }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A rule that a client has broken, at one row.
package struct Violation: Error, Hashable, Sendable {
    package var rule: Rule
    package var id: String
    package var shown: Row?
    /// The server's row.
    package var truth: Row?
}
