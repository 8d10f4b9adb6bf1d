import Foundation

/// The bytes of a response's body that arrived and were not consumed yet, in order: the first in memory, the rest in a
/// temporary file.
struct Backlog {
    /// The maximum number of bytes in memory. A single piece can be larger.
    static let memoryLimit = 1 << 20
    /// The number of bytes that are read from the file at a time.
    static let pieceSize = 1 << 18

    private var pieces: ArraySlice<Data> = []
    private(set) var inMemory = 0
    private var file: TemporaryFile?
    private var written = 0
    private var read = 0

    /// Adds a piece that arrived.
    ///
    /// - Throws: ``GatewayError`` if the file cannot be written.
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
            throw GatewayError.unkeptAnswer(reason: "it cannot be written to a temporary file")
        }
    }

    /// Removes and returns the next piece, or returns nil if there is none.
    ///
    /// - Throws: ``GatewayError`` if the file cannot be read.
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
            throw GatewayError.unkeptAnswer(reason: "its temporary file cannot be read")
        }
    }
}
