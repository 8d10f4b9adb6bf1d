import ReactorFoundation

extension MultipartForm {
    /// Returns the form as a body of known length that reads its files while it is sent.
    ///
    /// - Throws: ``GatewayError`` for a file that cannot be read, an invalid name or content type, and a part that
    ///   contains a given boundary. If a file contains it, reading the body throws.
    func body(boundary: MultipartBoundary) throws -> BodyStream {
        try validate(boundary: boundary)
        let segments = segments(boundary: boundary)
        var sources: [MultipartSource] = []
        var length = 0
        for segment in segments {
            switch segment {
            case .bytes(let bytes):
                sources.append(.bytes(bytes))
                length += bytes.count
            case .file(let path):
                let stream = try BodyStream(file: path)
                let check = DelimiterCheck(boundary, part: "the file \"\(TerminalText.escaped(path))\"")
                sources.append(.stream(stream, boundary.isGiven ? check : nil))
                length += stream.length ?? 0
            }
        }
        return BodyStream(length: length, isRepeatable: true) { [sources] in
            var sources = sources[...]
            var reading: BodyChunks.AsyncIterator?
            var check: DelimiterCheck?
            return BodyChunks {
                while true {
                    if let chunk = try await reading?.next() {
                        try check?.read(chunk)
                        return chunk
                    }
                    reading = nil
                    switch sources.popFirst() {
                    case nil: return nil
                    case .bytes(let bytes): return bytes
                    case .stream(let stream, let next):
                        reading = try stream.chunks().makeAsyncIterator()
                        check = next
                    }
                }
            }
        }
    }
}

private enum MultipartSource: Sendable {
    case bytes(Data)
    case stream(BodyStream, DelimiterCheck?)
}

struct DelimiterCheck: Sendable {
    private let delimiter: [UInt8]
    private let part: String
    /// The last bytes, in which the delimiter can begin.
    private var rest: [UInt8] = []

    init(_ boundary: MultipartBoundary, part: String) {
        delimiter = boundary.delimiter
        self.part = part
    }

    static func check(_ text: String, for boundary: MultipartBoundary, part: String) throws(GatewayError) {
        var check = DelimiterCheck(boundary, part: part)
        try check.read(text.utf8)
    }

    mutating func read(_ chunk: some Collection<UInt8>) throws(GatewayError) {
        rest += chunk
        guard rest.count >= delimiter.count else { return }
        for start in 0...rest.count - delimiter.count
        where rest[start] == delimiter[0] && rest[start..<start + delimiter.count].elementsEqual(delimiter) {
            throw GatewayError.boundaryInForm(part: part)
        }
        rest.removeFirst(rest.count - delimiter.count + 1)
    }
}
