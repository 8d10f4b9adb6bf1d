import ReactorRecording
import ReactorTerminal

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The recording that a verb of `weightlog journal` looks at: the one that is named, or the user's own folder.
struct RecordingTarget {
    let path: String

    init(path: String) {
        self.path = path
    }

    init(_ arguments: Arguments) throws {
        if let path = arguments[Declared.recording] {
            guard path != "-" else {
                throw UsageError.invalidValue(
                    path, of: Declared.recording.name,
                    expected: "a folder or a file: it is read more than once, so save standard input to a file first")
            }
            self.path = path
            return
        }
        guard let folder = try DataFolder.named(by: arguments) else {
            throw UsageError.conflict(
                Declared.demoUser.name, "journal", reason: "the example log is in no folder and has no journal")
        }
        try folder.refuseOldFile()
        path = folder.path
    }

    /// - Throws: ``StoreError``.
    func recording() throws -> RecordingFile {
        do {
            return try RecordingFile(of: path)
        } catch {
            throw StoreError.from(error)
        }
    }

    /// Does what reads the recording, in words of this program.
    ///
    /// - Throws: ``StoreError`` for what the recording says.
    func reading<Answer>(_ body: (RecordingFile) throws -> Answer) throws -> Answer {
        do {
            return try body(try RecordingFile(of: path))
        } catch {
            throw StoreError.from(error)
        }
    }

    /// Each line of it, in order, without telling it again.
    func forEachLine(_ progress: ProgressLine, _ visit: (JournalLine) throws -> Void) throws -> LineScan {
        do {
            var reader = try RecordingReader(path: path) { read in
                progress.show("reading \(path): \(read.bytes * 100 / max(read.total, 1)) %")
            }
            var scan = LineScan()
            while let line = try reader.next() {
                try Task.checkCancellation()
                scan.count(line)
                try visit(line)
            }
            (scan.lastFile, scan.torn) = (reader.file, reader.torn)
            return scan
        } catch {
            throw StoreError.from(error)
        }
    }

    /// What ran where, as a recording that leaves should say.
    static var facts: [String: String] {
        var name = utsname()
        guard uname(&name) == 0 else { return [:] }
        return ["system": text(of: &name.sysname), "machine": text(of: &name.machine)]
    }

    static var versions: [String: String] { ["weightlog": WeightLogProgram.version] }

    /// A C string that is imported as a tuple.
    private static func text<Characters>(of characters: inout Characters) -> String {
        withUnsafeBytes(of: &characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

/// What the lines of a recording are, as a whole.
struct LineScan: Equatable {
    private(set) var segments = 0
    private(set) var entries = 0
    private(set) var last: UInt64 = 0
    /// Whether secrets were taken out, so that it cannot be told again.
    private(set) var isRedacted = false
    var lastFile = ""
    var torn: JournalDamage?

    fileprivate mutating func count(_ line: JournalLine) {
        switch line {
        case .header(let header):
            segments += 1
            last = header.from
            isRedacted = isRedacted || header.isRedacted
        case .entry(let entry):
            entries += 1
            last = entry.seq
        case .check: break
        }
    }
}
