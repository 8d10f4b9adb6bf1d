import Testing

@testable import ReactorJSON

@Suite("Text for a terminal")
struct TerminalTextTests {
    @Test(
        "Characters that control a terminal, or are invisible, are escaped",
        arguments: [
            ("plain é 🧭", "plain é 🧭"), ("a\u{1B}[31mb", #"a\u{1B}[31mb"#), ("a\nb\r\tc", #"a\nb\r\tc"#),
            ("\u{202E}abc", #"\u{202E}abc"#), ("a\u{2028}b", #"a\u{2028}b"#), ("\u{7F}\u{9B}", #"\u{7F}\u{9B}"#),
            ("👩‍🚀", "👩‍🚀"), ("\r\n", #"\r\n"#),
        ])
    func terminal(text: String, escaped: String) { #expect(TerminalText.escaped(text) == escaped) }

    @Test("A long text is cut with an ellipsis, never inside an escape")
    func cut() {
        #expect(TerminalText.escaped("abcdef", limit: 4) == "abc…")
        #expect(TerminalText.escaped("abcd", limit: 4) == "abcd")
        #expect(TerminalText.escaped("ab\u{1B}d", limit: 3) == "ab…")
    }
}
