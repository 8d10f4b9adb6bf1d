/// The way from a JSON value to one of its parts: `weights[3].kilograms`.
public struct JSONPath: Hashable, Sendable {
    /// One step of the way.
    public enum Step: Hashable, Sendable {
        /// To the member of that name.
        case key(String)
        /// To the element at that place.
        case index(Int)
    }

    /// The steps in order; none leads to the value itself.
    public var steps: [Step]

    /// The way of these steps.
    package init(_ steps: [Step] = []) { self.steps = steps }

    /// The way one step further.
    package func appending(_ step: Step) -> Self { Self(steps + [step]) }
}

extension JSONPath: CustomStringConvertible {
    /// `weights[3].kilograms`; a name that is no plain word stands in brackets and quotes, the value itself is `$`.
    public var description: String {
        var text = ""
        for step in steps {
            switch step {
            case .index(let index): text += "[\(index)]"
            case .key(let key) where key.isPlainWord: text += text.isEmpty ? key : ".\(key)"
            case .key(let key): text += "[\(JSON.string(key).compact)]"
            }
        }
        return text.isEmpty ? "$" : text
    }
}

extension String {
    fileprivate var isPlainWord: Bool {
        !isEmpty && unicodeScalars.allSatisfy { $0 == "_" || $0 == "-" || $0.properties.isAlphabetic || $0.isDigit }
            && unicodeScalars.first?.isDigit == false
    }
}

extension UnicodeScalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
