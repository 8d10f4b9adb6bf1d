public import Reactor

/// A sequence that follows a journal while this or another program writes it: the existing entries, and then each new one.
///
/// ```swift
/// func follow(_ folder: String) async throws {
///     for try await line in JournalTail(folder: folder) {
///         if let entry = line.entry { print(entry.seq, entry.event?.name ?? "") }
///     }
/// }
/// ```
///
/// It begins with the last segment, polls at an interval, and ends when its task is cancelled. The lines of a group arrive when
/// the group is complete. At an incomplete end after a crash it waits for the next writer, which cuts the end off.
public struct JournalTail: AsyncSequence, Sendable {
    public typealias Element = Line

    /// A line of a journal: an entry, or a line about the file.
    public struct Line: Hashable, Sendable {
        package let line: JournalLine

        /// The entry, or nil for a line about the file.
        public var entry: JournalEntry? {
            guard case .entry(let entry) = line else { return nil }
            return entry
        }
    }

    private let folder: String
    private let interval: Duration
    private let clock: RuntimeClock
    private let fileSystem: any FileSystem

    /// Creates a sequence.
    ///
    /// - Parameters:
    ///   - folder: The folder of the journal.
    ///   - interval: The polling interval.
    ///   - clock: The clock of the interval.
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

    /// An iterator over a journal that is being written.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var follower: JournalFollower
        fileprivate let interval: Duration
        fileprivate let clock: RuntimeClock
        fileprivate var waiting: ArraySlice<JournalLine> = []

        /// Returns the next line, or nil if the task is cancelled.
        ///
        /// - Throws: ``JournalError``.
        public mutating func next() async throws -> Line? {
            while !Task.isCancelled {
                if let line = waiting.popFirst() { return Line(line: line) }
                waiting = try follower.poll()[...]
                guard waiting.isEmpty else { continue }
                do { try await clock.sleep(for: interval) } catch is CancellationError { return nil }
            }
            return nil
        }
    }
}

/// A reader of the lines that were added since its last call.
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
            // List the segments before the current one is read: a segment with a successor gets no more lines, and all lines up
            // to the mark can be read.
            let mark = try folder.newestMark(fileSystem)
            var segments = try folder.segments(fileSystem)[...]
            let last = segments.last
            if segment == nil, let last {
                do {
                    try open(last)
                } catch let error as SystemError where error.isNotThere {
                    // The writer has begun the next segment and removed this one. The next call finds it.
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
                        throw JournalError.missingSegment(
                            folder: folder.path, file: folder.segment(next), from: header.from, expected: end)
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
        segment = (number, try fileSystem.open(folder.segment(number), .read))
        position = SegmentReader.Position()
    }

    private mutating func read(_ file: any File, isLast: Bool, _ mark: SyncMark?) throws -> [JournalLine] {
        var reader = SegmentReader(file, behind: position)
        var lines: [JournalLine] = []
        defer { position = reader.position }
        do {
            while let line = try reader.next() { lines.append(line) }
        } catch let fault as SegmentReader.Fault where fault.fault == .unfinished || fault.fault == .unfinishedGroup {
            // The rest has not been written yet.
        } catch let fault as SegmentReader.Fault {
            guard isLast, reader.position.line > 0, try !reader.wasSynced(mark) else { throw fault }
            // The end is incomplete after a crash. The next writer cuts it off and continues here.
        }
        return lines
    }
}
