/// What happened in a run, as one number that any difference changes, and, when somebody will read it, as lines.
struct History {
    private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    /// Nil unless the run is shown.
    private(set) var lines: [HistoryLine]?

    init(isWritten: Bool) { lines = isWritten ? [] : nil }

    var isWritten: Bool { lines != nil }

    /// Takes a number into the digest.
    mutating func mix(_ value: UInt64) {
        digest = (digest ^ value) &* 0x9FB2_1C65_1E98_DF25
        digest ^= digest >> 32
    }

    /// Takes a text into the digest.
    mutating func mix(_ text: String) {
        for byte in text.utf8 { digest = (digest ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        digest ^= digest >> 29
    }

    /// Keeps a line for whoever reads.
    mutating func write(_ line: @autoclosure () -> HistoryLine) {
        if lines != nil { lines?.append(line()) }
    }
}
