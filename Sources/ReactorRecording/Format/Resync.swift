/// The lines after an invalid line. A line is valid if its check continues the previous line's stated or actual check.
package struct Resync {
    private var source: LineSource
    private var seeds: [UInt32]
    private var places: [Int: String]
    private let limit: Int

    package init(_ source: LineSource, after seeds: [UInt32], places: [Int: String], limit: Int) {
        self.places = places
        self.source = source
        self.seeds = seeds
        self.limit = limit
    }

    /// Returns the next line, with its content if it is valid, or nil at the end.
    package mutating func next() throws -> (number: Int, offset: UInt64, line: JournalLine?)? {
        guard let raw = try source.next(limit: limit) else { return nil }
        return (raw.number, raw.offset, raw.isFinished && !raw.isTooLong ? read(raw.bytes) : skip(raw.bytes))
    }

    private mutating func read(_ bytes: [UInt8]) -> JournalLine? {
        for seed in seeds {
            var reader = LineReader(after: seed, places: places)
            if let line = try? reader.read(bytes) {
                seeds = [reader.crc]
                places = reader.places
                return line
            }
        }
        return skip(bytes)
    }

    private mutating func skip(_ bytes: [UInt8]) -> JournalLine? {
        seeds = LineReader.seeds(behind: bytes, after: seeds)
        return nil
    }
}
