import ReactorRecording
import ReactorTools
import ReactorTerminal

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What was seen at one moment of a recording.
struct Moment {
    let seq: UInt64
    let last: UInt64
    let text: String
    /// Code points.
    let length: Int
    /// Of the state.
    let digest: String
    /// What happened last; nil at the beginning.
    let entry: JournalEntry?

    /// The moment that a playback stands at.
    ///
    /// - Throws: `ReplayError`
    init(playback: inout Playback<Document, SessionRecording>) throws(ReplayError) {
        let state = playback.state
        seq = playback.seq
        last = playback.last
        text = state.text.string
        length = state.text.count
        do {
            digest = try Document.catalog.digest(of: state)
        } catch {
            throw .catalog(error, seq: playback.seq)
        }
        entry = try playback.source.entry(playback.seq)
    }
}

extension SessionRecording {
    /// The entry of that number, nil when there is none.
    fileprivate func entry(_ seq: UInt64) throws(ReplayError) -> JournalEntry? {
        guard seq > header.from else { return nil }
        var lines = try lines(after: seq - 1)
        while let line = try lines.next() {
            if case .entry(let entry) = line { return entry }
        }
        return nil
    }
}

extension Moment: CustomStringConvertible {
    /// For people, one line each.
    var description: String {
        """
        after \(Int(seq).grouped) of \(Int(last).counted("event")), \(length.counted("code point"))
        \(entry.map { EntryText($0).line().drop { $0 == " " } + "\n" } ?? "")\
        digest \(digest)

        """
    }

    /// For scripts.
    var json: JSON {
        var event = JSON.null
        if let recorded = entry?.event {
            let payload = (try? JSON(parsing: recorded.payload)) ?? .null
            event = [
                "name": .string(recorded.name), "version": .number(JSON.Number(recorded.version)), "payload": payload,
            ]
        }
        return [
            "seq": .number(JSON.Number(seq)), "last": .number(JSON.Number(last)),
            "length": .number(JSON.Number(length)), "digest": .string(digest), "event": event,
        ]
    }
}

/// A file in the making. It is made in a folder of its own beside its place and moved there when it is whole, so that
/// nobody ever sees half of it. Nothing that is there already is replaced.
///
/// ```swift
/// let draft = try Draft(of: "page.html")
/// defer { draft.discard() }
/// try draft.finish(draft.write(page))
/// ```
struct Draft {
    let target: String
    /// Where it is made, and whatever is needed beside it.
    let folder: String

    /// - Throws: ``UnwritableFile``
    init(of target: String) throws(UnwritableFile) {
        guard access(target, F_OK) != 0 else { throw .exists(target) }
        self.target = target
        folder = try Self.newFolder(in: Self.parent(of: target), for: target)
    }

    /// A draft that is written to standard output in the end.
    static func forOutput() throws(UnwritableFile) -> Draft {
        Draft(folder: try newFolder(in: FileManager.default.temporaryDirectory.path, for: "standard output"))
    }

    private init(folder: String) {
        target = "-"
        self.folder = folder
    }

    /// Writes these bytes into the folder.
    ///
    /// - Returns: the path of the file.
    func write(_ bytes: [UInt8]) throws -> String {
        let path = "\(folder)/draft"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.refused(target) }
        defer { close(descriptor) }
        try DescriptorSink(descriptor: descriptor, name: target.escaped()).write(bytes)
        return path
    }

    /// Moves a file of the folder to its place.
    ///
    /// - Throws: ``UnwritableFile``
    func finish(_ file: String) throws(UnwritableFile) {
        guard access(target, F_OK) != 0 else { throw .exists(target) }
        guard rename(file, target) == 0 else { throw Self.refused(target) }
    }

    /// Removes the folder and what is left in it.
    func discard() {
        // There is nobody to report it to: what was asked for is done, or another error says why it is not.
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func newFolder(in parent: String, for target: String) throws(UnwritableFile) -> String {
        var template = Array("\(parent)/.textedit-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw refused(target) }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func refused(_ target: String) -> UnwritableFile {
        .refused(target, reason: String(cString: strerror(errno)))
    }
}
