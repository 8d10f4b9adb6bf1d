import ReactorTesting

extension SeededRandom {
    /// A text of code points of one to four bytes.
    mutating func text(count: Int) -> String {
        let alphabet: [Unicode.Scalar] = ["a", "b", "\n", "\t", "ß", "\u{301}", "世", "\u{FFFD}", "🧵", "\u{10FFFF}"]
        var text = String.UnicodeScalarView()
        for _ in 0..<count { text.append(alphabet.randomElement(using: &self) ?? "a") }
        return String(text)
    }
}
