import Reactor

/// How long a service asks to be left alone.
enum RetryAfter {
    /// Reads the field's two forms: a number of seconds, and a date.
    ///
    /// A date is counted from the answer's own `Date`, so no clock of this machine has to be right. A date that is past
    /// means no wait.
    ///
    /// - Returns: Nil when the field is in neither form, or names a date and the answer has none of its own.
    static func duration(_ field: String, date: String?) -> Duration? {
        let field = field.trimmingSpaces
        if !field.isEmpty, field.allSatisfy({ $0.isASCII && $0.isNumber }) {
            return .seconds(Int64(field) ?? Int64(Int32.max))
        }
        guard let until = HTTPDate.parse(field), let from = date.flatMap({ HTTPDate.parse($0.trimmingSpaces) })
        else { return nil }
        return max(.zero, from.duration(to: until))
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        guard let last = lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(self[...last].drop(while: isSpace))
    }
}
