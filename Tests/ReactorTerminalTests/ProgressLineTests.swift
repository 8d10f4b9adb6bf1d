import Testing

@testable import ReactorTerminal

@Suite("The progress line")
struct ProgressLineTests {
    let sink = MemorySink()
    let time = Locked(Duration.zero)

    func line(isTerminal: Bool = true, isDumb: Bool = false, width: Int = 80) -> ProgressLine {
        var screen = Screen(isTerminal: isTerminal, width: width, hasColour: false)
        screen.isDumb = isDumb
        return ProgressLine(on: Output(to: sink, screen: screen, capacity: 0)) { [time] in time.withLock { $0 } }
    }

    func wait(_ duration: Duration) {
        time.withLock { $0 += duration }
    }

    @Test("The line is shown after two seconds, then updated ten times a second at most, and erased at the end")
    func course() {
        let line = line()
        wait(.milliseconds(1999))
        line.show("too early")
        #expect(sink.text == "")
        wait(.milliseconds(1))
        line.show("a")
        wait(.milliseconds(99))
        line.show("too soon")
        wait(.milliseconds(1))
        line.show("b")
        line.end()
        line.end()
        #expect(sink.text == "\r\u{1B}[Ka\r\u{1B}[Kb\r\u{1B}[K")
    }

    @Test(
        "It is not shown if the output is not a terminal, or cannot overwrite a line, and its text is not created",
        arguments: [false, true])
    func noTerminal(isDumb: Bool) {
        func text() -> String {
            Issue.record("the text was made")
            return ""
        }
        let line = line(isTerminal: isDumb, isDumb: isDumb)
        wait(.seconds(5))
        line.show(text())
        line.end()
        #expect(sink.text == "")
    }
}
