/// The path from a JSON value to one of its parts: `weights[3].kilograms`.
public struct JSONPath: Hashable, Sendable {
    /// A step of a path.
    package enum Step: Hashable, Sendable {
        /// The member with this name.
        case key(String)
        /// The element at this index.
        case index(Int)
    }

    /// The steps in order. An empty path leads to the value itself.
    package var steps: [Step]

    package init(_ steps: [Step] = []) { self.steps = steps }

    /// Returns the path with one more step.
    package func appending(_ step: Step) -> Self { Self(steps + [step]) }
}

extension JSONPath: CustomStringConvertible {
    /// A text such as `weights[3].kilograms`. A name that is not a plain word is in brackets and quotes, and the value itself is
    /// `$`.
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
