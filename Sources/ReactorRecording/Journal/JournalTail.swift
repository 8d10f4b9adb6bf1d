public import Reactor

/// Follows a journal while another program, or this one, writes it: what is there, and then each entry as it is written.
///
/// ```swift
/// func follow(_ folder: String) async throws {
///     for try await line in JournalTail(folder: folder) {
///         if case .entry(let entry) = line { print(entry.seq, entry.event?.name ?? "") }
///     }
/// }
/// ```
///
/// It begins with the last segment and looks for more every so often; it ends with its task. Groups come when they are
/// whole. At an end that a crash tore it waits for the next writer, who cuts it off.
public struct JournalTail: AsyncSequence, Sendable {
    public typealias Element = JournalLine

    private let folder: String
    private let interval: Duration
    private let clock: RuntimeClock
    private let fileSystem: any FileSystem

    /// - Parameters:
    ///   - folder: where the journal is kept.
    ///   - interval: how often to look.
    ///   - clock: what the time between two looks passes on.
    public init(
        folder: String, every interval: Duration = .milliseconds(200), clock: RuntimeClock = RuntimeClock(.continuous)
    ) {
        self.init(folder: folder, every: interval, clock: clock, SystemFileSystem())
    }

    package init(folder: String, every interval: Duration, clock: RuntimeClock, _ fileSystem: any FileSystem) {
        self.folder = folder
        self.interval = interval
        self.clock = clock
        self.fileSystem = fileSystem
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(follower: JournalFollower(JournalFolder(folder), fileSystem), interval: interval, clock: clock)
    }

    /// One pass over a journal that goes on.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var follower: JournalFollower
        fileprivate let interval: Duration
        fileprivate let clock: RuntimeClock
        private var waiting: ArraySlice<JournalLine> = []

        fileprivate init(follower: JournalFollower, interval: Duration, clock: RuntimeClock) {
            self.follower = follower
            self.interval = interval
            self.clock = clock
        }

        /// The next line; nil when the task is cancelled.
        ///
        /// - Throws: ``JournalError``.
        public mutating func next() async throws -> JournalLine? {
            while !Task.isCancelled {
                if let line = waiting.popFirst() { return line }
                waiting = try follower.poll()[...]
                guard waiting.isEmpty else { continue }
                do { try await clock.sleep(for: interval) } catch is CancellationError { return nil }
            }
            return nil
        }
    }
}

/// Reads what has come since the last time.
package struct JournalFollower {
    private let folder: JournalFolder
    private let fileSystem: any FileSystem
    private var segment: (number: Int, file: any File)?
    private var position = SegmentReader.Position()

    package init(_ folder: JournalFolder, _ fileSystem: any FileSystem) {
        self.folder = folder
        self.fileSystem = fileSystem
    }

    package mutating func poll() throws -> [JournalLine] {
        do {
            // Looked for before the current one is read: once there is a next one, nothing comes to this one any more; and
            // what the mark says is on the disk can be read from then on.
            let mark = try folder.newestMark(fileSystem)
            var segments = try folder.segments(fileSystem)[...]
            let last = segments.last
            if segment == nil, let last {
                do {
                    try open(last)
                } catch let error as SystemError where error.isNotThere {
                    // The writer has begun the next segment and removed this one: it is found the next time.
                    if try folder.segments(fileSystem).last != last { return [] }
                    throw error
                }
            }
            guard let segment else { return [] }
            segments = segments.drop { $0 <= segment.number }
            var lines = try read(segment.file, isLast: segment.number == last, mark?.about(segment.number))
            for next in segments {
                let end = position.seq
                try open(next)
                guard let file = self.segment?.file else { break }
                let more = try read(file, isLast: next == last, mark?.about(next))
                if case .header(let header) = more.first {
                    try SegmentChain.check(header, at: folder.segment(next))
                    if header.from != end {
                        throw JournalError(
                            .missingSegment(
                                folder: folder.path, file: folder.segment(next), from: header.from, expected: end))
                    }
                }
                lines += more
            }
            return lines
        } catch {
            throw JournalError.from(error, in: segment.map { folder.segment($0.number) } ?? folder.path)
        }
    }

    private mutating func open(_ number: Int) throws {
        segment = (number, try fileSystem.opened(folder.segment(number), .read))
        position = SegmentReader.Position()
    }

    private mutating func read(_ file: any File, isLast: Bool, _ mark: SyncMark?) throws -> [JournalLine] {
        var reader = SegmentReader(file, behind: position)
        var lines: [JournalLine] = []
        defer { position = reader.position }
        do {
            while let line = try reader.next() { lines.append(line) }
        } catch let fault as SegmentReader.Fault where fault.fault == .unfinished || fault.fault == .unfinishedGroup {
            // The rest is on its way.
        } catch let fault as SegmentReader.Fault {
            guard isLast, reader.position.line > 0, try !reader.wasSynced(mark) else { throw fault }
            // A crash tore it; the next writer cuts it off and goes on here.
        }
        return lines
    }
}
