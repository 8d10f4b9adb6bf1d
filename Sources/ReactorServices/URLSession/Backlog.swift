import Foundation

/// What has come of an answer's body and was not taken yet, in its order: a little of it in memory, the rest in a
/// temporary file.
struct Backlog {
    /// How much of it is in memory at most, but for one piece.
    static let memoryLimit = 1 << 20
    /// How much is read from the file at once.
    static let pieceSize = 1 << 18

    private var pieces: ArraySlice<Data> = []
    private(set) var inMemory = 0
    private var file: TemporaryFile?
    /// How much was written to the file, and how much of that was read again.
    private var written = 0
    private var read = 0

    /// Takes a piece that has come.
    ///
    /// - Throws: ``GatewayError`` when the file cannot be used.
    mutating func add(_ data: Data) throws {
        guard written > 0 || !pieces.isEmpty && inMemory + data.count > Self.memoryLimit else {
            pieces.append(data)
            inMemory += data.count
            return
        }
        do {
            let file = try file ?? TemporaryFile()
            self.file = file
            try file.write(data)
            written += data.count
        } catch {
            throw GatewayError(.unkeptAnswer(reason: "it cannot be written to a temporary file"))
        }
    }

    /// The next piece; nil when there is none.
    ///
    /// - Throws: ``GatewayError`` when the file cannot be used.
    mutating func next() throws -> Data? {
        if let piece = pieces.popFirst() {
            inMemory -= piece.count
            return piece
        }
        guard let file, read < written else { return nil }
        do {
            let piece = try file.read(min(Self.pieceSize, written - read), at: read)
            guard !piece.isEmpty else { throw CocoaError(.fileReadUnknown) }
            read += piece.count
            if read == written {
                try file.empty()
                (read, written) = (0, 0)
            }
            return piece
        } catch {
            throw GatewayError(.unkeptAnswer(reason: "its temporary file cannot be read"))
        }
    }
}
