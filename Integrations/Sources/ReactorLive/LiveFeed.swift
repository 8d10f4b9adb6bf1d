import FlyingSocks
import Foundation
import Reactor
import ReactorRecording
import ReactorTools

/// A journal as it grows, for any number of pages.
actor LiveFeed<App: State & Codable> {
    nonisolated let catalog: EventCatalog<App>
    private let folder: String
    private let redactor: Redactor
    private var inspection: LiveInspection<App>?

    init(_ folder: String, _ catalog: EventCatalog<App>, _ redactor: Redactor) {
        (self.folder, self.catalog, self.redactor) = (folder, catalog, redactor)
    }

    /// Follows the journal until its task is cancelled. Each time it begins, it says so.
    func follow(_ began: @Sendable () -> Void) async throws {
        var lost: JournalError?
        while true {
            // The tail first, so that nothing comes between it and what is read.
            var tail = JournalTail(folder: folder, every: .milliseconds(100)).makeAsyncIterator()
            guard let first = try await tail.next() else { return }
            let fresh = try LiveInspection(of: RecordingFile(path: folder), catalog: catalog, redactor: redactor)
            // Segments that the writer let go of before they were read are gone: then there is a later beginning.
            if let lost, fresh.from == inspection?.from { throw lost }
            inspection = fresh
            began()
            do {
                try inspection?.read(first)
                while let line = try await tail.next() { try inspection?.read(line) }
                return
            } catch let error as JournalError where error.kind == .damaged {
                lost = error
            }
        }
    }

    func page() -> [UInt8] { inspection?.page() ?? [] }

    /// What a page lacks that begins behind one entry and ends with another, as a server-sent event; nil where that is nothing.
    /// Where that cannot be told it is to load itself anew, and nothing follows.
    func event(from: UInt64, after seq: UInt64) -> (event: [UInt8], seq: UInt64?)? {
        guard let inspection, inspection.from != from || inspection.seq != seq else { return nil }
        guard inspection.from == from, let update = inspection.update(after: seq) else {
            return (Array("event: reload\ndata:\n\n".utf8), nil)
        }
        return (Array("id: \(inspection.seq)\ndata: ".utf8) + update + Array("\n\n".utf8), inspection.seq)
    }

    /// What an event would change in the state after an entry, or after the last.
    nonisolated func trial(of event: RecordedEvent, at seq: UInt64?) async throws -> JSON {
        var replay = try Replay(of: RecordingFile(path: folder), through: seq, catalog: catalog)
        var state = replay.state
        let before = redactor.state(try catalog.encode(state: state))
        state.react(to: try catalog.decode(event))
        let difference = JSONDifference(from: before, to: redactor.state(try catalog.encode(state: state)))
        let changes = difference.changes.map { change in
            var json: JSON = ["path": .string("\(change.path)")]
            (json["before"], json["after"]) = (change.before, change.after)
            return json
        }
        return ["at": JSON(replay.seq), "changes": .array(changes), "omitted": JSON(difference.omitted)]
    }
}

/// The events of one page, for as long as it is open.
struct LiveEvents<App: State & Codable>: AsyncBufferedSequence {
    typealias Element = UInt8
    let feed: LiveFeed<App>
    let from: UInt64
    let after: UInt64

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(feed: feed, from: from, seq: after) }

    struct AsyncIterator: AsyncBufferedIteratorProtocol {
        let feed: LiveFeed<App>
        let from: UInt64
        /// The last entry that the page has; nil when it loads itself anew.
        var seq: UInt64?
        var rest: ArraySlice<UInt8> = []

        mutating func next() async throws -> UInt8? {
            if rest.isEmpty { rest = try await nextBuffer(suggested: 1)?[...] ?? [] }
            return rest.popFirst()
        }

        mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
            for _ in 0..<150 {
                guard let seq else { return nil }
                if let (event, seq) = await feed.event(from: from, after: seq) {
                    self.seq = seq
                    return event
                }
                try await Task.sleep(for: .milliseconds(100))
            }
            // Only who writes learns that a page is gone.
            return Array(":\n\n".utf8)
        }
    }
}

extension SocketError {
    /// What the system said, as `errno` has it.
    var code: Int32? {
        guard case .failed(_, let code, _) = self else { return nil }
        return code
    }
}

extension Error {
    /// Whether the machine has no such address as ::1.
    var isWithoutIPv6: Bool {
        let code = (self as? SocketError)?.code
        return code == EADDRNOTAVAIL || code == EAFNOSUPPORT
    }
}
