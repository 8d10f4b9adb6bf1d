import Testing

@testable import ReactorTerminal

@Suite("Streams")
struct StreamTests {
    let sink = MemorySink()

    @Test("Output waits until the buffer is full or flushed")
    func buffering() throws {
        let output = Output(to: sink, screen: .none, capacity: 4)
        try output.write("1234")
        #expect(sink.text == "")
        try output.write("5")
        #expect(sink.text == "12345")
        try output.line("6")
        #expect(sink.text == "12345")
        try output.flush()
        #expect(sink.text == "123456\n")
    }

    @Test("A sink that fails does not receive the same bytes again")
    func failure() throws {
        struct Full: ByteSink {
            let sink: MemorySink
            func write(_ bytes: [UInt8]) throws {
                sink.write(bytes)
                throw BrokenPipe()
            }
        }
        let output = Output(to: Full(sink: sink), screen: .none, capacity: 100)
        try output.write("once")
        #expect(throws: BrokenPipe.self) { try output.flush() }
        try output.flush()
        #expect(sink.text == "once")
    }

    @Test("Control characters are made visible, everything else stays")
    func escaping() {
        #expect("a\u{1B}[31m\r\n\t\u{7F}\u{9B}b".escaped() == "a\\u{1B}[31m\\r\\n\\t\\u{7F}\\u{9B}b")
        #expect("Grüße, 世界 👩‍👧 \\".escaped() == "Grüße, 世界 👩‍👧 \\")
        #expect("\u{202E}x".escaped() == "\\u{202E}x")
        #expect("a\n\u{1B}\tb".escaped(keeping: ["\n", "\t"]) == "a\n\\u{1B}\tb")
    }

    @Test("Data is escaped on a terminal alone")
    func data() {
        let terminal = Screen(isTerminal: true, width: 80, hasColour: true)
        #expect(terminal.shown("\u{1B}\n", keeping: ["\n"]) == "\\u{1B}\n")
        #expect(Screen.none.shown("\u{1B}") == "\u{1B}")
    }

    @Test("The width is that of COLUMNS, or of the device, or 80")
    func width() {
        func width(device: Int?, _ environment: [String: String] = [:]) -> Int {
            Screen(isTerminal: true, deviceWidth: device) { environment[$0] }.width
        }
        #expect(width(device: 120) == 120)
        #expect(width(device: 120, ["COLUMNS": "40"]) == 40)
        #expect(width(device: 120, ["COLUMNS": "wide"]) == 120)
        for unusable in ["99999999999999", "10001", "0", "-1"] {
            #expect(width(device: 120, ["COLUMNS": unusable]) == 120)
        }
        #expect(width(device: nil) == 80)
        #expect(width(device: 0) == 80)
    }

    @Test("There is color on a terminal that is not dumb, unless NO_COLOR disables it")
    func colour() {
        func hasColour(isTerminal: Bool = true, _ environment: [String: String] = [:]) -> Bool {
            Screen(isTerminal: isTerminal, deviceWidth: 80) { environment[$0] }.hasColour
        }
        #expect(hasColour())
        #expect(!hasColour(isTerminal: false))
        #expect(!hasColour(["NO_COLOR": "1"]))
        #expect(hasColour(["NO_COLOR": ""]))
        #expect(!hasColour(["TERM": "dumb"]))
        #expect(Screen(isTerminal: true, deviceWidth: 80) { ["TERM": "dumb"][$0] }.isDumb)
        #expect(!Screen(isTerminal: true, deviceWidth: 80) { ["TERM": "xterm"][$0] }.isDumb)
    }

    @Test("The locale decides whether lines and marks may be more than ASCII; data stays as it is")
    func locale() throws {
        func screen(_ environment: [String: String]) -> Screen {
            Screen(isTerminal: true, deviceWidth: 80, deviceHeight: 24) { environment[$0] }
        }
        #expect(screen([:]).hasUnicode && screen(["LANG": "en_GB.UTF-8"]).hasUnicode)
        #expect(screen(["LANG": "C", "LC_ALL": "C.utf8"]).hasUnicode)
        #expect(!screen(["LANG": "C"]).hasUnicode && !screen(["LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"]).hasUnicode)
        #expect(screen([:]).height == 24 && screen(["LINES": "50"]).height == 50)
        let sink = MemorySink()
        try Output(to: sink, screen: screen(["LANG": "C"]), capacity: 0).write("┤──• ✓ Grüße")
        #expect(sink.text == "+--* v Grüße")
    }

    @Test("A closed output is reported")
    func closed() {
        #expect(throws: OutputError(stream: "standard output", reason: "it is closed")) {
            try DescriptorSink(descriptor: 9_999, name: "standard output").write([1])
        }
    }

    @Test("A missing file is reported with the reason")
    func missingFile() {
        #expect(throws: InputError(path: "/no/such/file", reason: "No such file or directory")) {
            try Input.bytes("/no/such/file")
        }
        #expect(throws: InputError(path: "/", reason: "Is a directory")) { try Input.bytes("/") }
    }
}
