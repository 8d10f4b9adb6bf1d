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

    /// Follows the journal until its task is canceled. Each time it begins, it reports that.
    func follow(_ began: @Sendable () -> Void) async throws {
        var lost: JournalError?
        while true {
            // The tail is first, so that no entry is between it and the entries that are read.
            var tail = JournalTail(folder: folder, every: .milliseconds(100)).makeAsyncIterator()
            guard let first = try await tail.next() else { return }
            let fresh = try LiveInspection(of: RecordingFile(path: folder), catalog: catalog, redactor: redactor)
            // Segments that the writer removed before they were read no longer exist: the beginning is then later.
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

    /// The entries that a page lacks which begins after one entry and ends with another, as a server-sent event; nil if there
    /// are none. If that cannot be determined, the event tells the page to reload, and nothing follows.
    func event(from: UInt64, after seq: UInt64) -> (event: [UInt8], seq: UInt64?)? {
        guard let inspection, inspection.from != from || inspection.seq != seq else { return nil }
        guard inspection.from == from, let update = inspection.update(after: seq) else {
            return (Array("event: reload\ndata:\n\n".utf8), nil)
        }
        return (Array("id: \(inspection.seq)\ndata: ".utf8) + update + Array("\n\n".utf8), inspection.seq)
    }

    /// The change of an event in the state after an entry, or after the last entry.
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
        /// The last entry of the page; nil if it reloads itself.
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
            // Only a writer notices that a page is closed.
            return Array(":\n\n".utf8)
        }
    }
}

extension SocketError {
    /// The error of the system, in `errno`.
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
