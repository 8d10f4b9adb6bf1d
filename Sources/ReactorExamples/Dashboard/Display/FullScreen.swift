import ReactorPlatform
import ReactorTerminal

/// The whole terminal, for as long as it is open: another screen, no cursor, keys as they are pressed.
///
/// ``close()`` gives back the terminal as it was, from any thread, once; nothing is written after it.
final class FullScreen: Sendable {
    private struct Content {
        var isOpen = true
    }

    private let output: Output
    /// How the terminal took keys before, nil when keys do not come from a terminal.
    private let before: termios?
    private let content = Locked(Content())

    /// Whether keys can be pressed.
    var hasKeys: Bool { before != nil }

    init(_ output: Output) throws {
        self.output = output
        before = FullScreen.takeKeys()
        try output.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J")
    }

    /// Rows and columns now: the window may have been given another size.
    var size: (height: Int, width: Int) {
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else { return (24, 80) }
        return (Int(size.ws_row), Int(size.ws_col))
    }

    func clear() throws { try write("\u{1B}[2J") }

    func write(_ text: String) throws {
        guard !text.isEmpty else { return }
        try content.withLock { content in
            if content.isOpen { try output.write(text) }
        }
    }

    /// What was pressed since the last call.
    func keys() -> [Key] {
        guard hasKeys else { return [] }
        var wait = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, 0) > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(0, &bytes, bytes.count)
        return count > 0 ? Key.keys(in: Array(bytes[..<count])) : []
    }

    func close() {
        content.withLock { content in
            guard content.isOpen else { return }
            content.isOpen = false
            if var before { tcsetattr(0, TCSANOW, &before) }
            // A terminal that is gone needs nothing given back.
            try? output.write("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
        }
    }

    private static func takeKeys() -> termios? {
        var settings = termios()
        guard isatty(0) == 1, tcgetattr(0, &settings) == 0 else { return nil }
        let before = settings
        // Ctrl-C stays a signal. Ctrl-Z does not: it would leave the shell in this screen.
        settings.c_lflag &= ~tcflag_t(ECHO | ICANON)
        withUnsafeMutableBytes(of: &settings.c_cc) { $0[Int(VSUSP)] = 0 }
        tcsetattr(0, TCSANOW, &settings)
        return before
    }
}

/// What was pressed.
enum Key: Equatable {
    case sort, pause, reset, quit
    case up, down, pageUp, pageDown, home, end

    /// The keys in what a terminal sent; what means nothing here is passed over.
    static func keys(in bytes: [UInt8]) -> [Key] {
        var keys: [Key] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if byte == 0x1B, rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "O") {
                rest.removeFirst()
                let sequence = rest.prefix { !(0x40...0x7E).contains($0) }
                rest = rest.dropFirst(sequence.count)
                if let final = rest.popFirst(), let key = key(sequence: Array(sequence), final) { keys.append(key) }
            } else if let key = key(Character(Unicode.Scalar(byte))) {
                keys.append(key)
            }
        }
        return keys
    }

    private static func key(_ character: Character) -> Key? {
        switch character {
        case "s": .sort
        case "p", " ": .pause
        case "r": .reset
        case "q": .quit
        case "k": .up
        case "j": .down
        case "b": .pageUp
        case "f": .pageDown
        case "g": .home
        case "G": .end
        default: nil
        }
    }

    private static func key(sequence: [UInt8], _ final: UInt8) -> Key? {
        switch (sequence, Character(Unicode.Scalar(final))) {
        case (_, "A"): .up
        case (_, "B"): .down
        case (_, "H"): .home
        case (_, "F"): .end
        case ([UInt8(ascii: "1")], "~"), ([UInt8(ascii: "7")], "~"): .home
        case ([UInt8(ascii: "4")], "~"), ([UInt8(ascii: "8")], "~"): .end
        case ([UInt8(ascii: "5")], "~"): .pageUp
        case ([UInt8(ascii: "6")], "~"): .pageDown
        default: nil
        }
    }
}
