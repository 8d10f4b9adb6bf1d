/// What can go wrong with a recording. Each says where, and what to do.
public enum JournalError: Error, Hashable, Sendable {
    /// A line is not what was written.
    case damaged(JournalDamage)
    /// A newer version of the library wrote it.
    case newerFormat(file: String, format: Int)
    /// A newer version of the library wrote it, with a step that this one does not know.
    case newerStep(file: String, line: Int, name: String)
    /// Another program wrote it.
    case otherApp(file: String, found: String, expected: String)
    /// It can be looked at only.
    case redacted(file: String)
    /// What is there was written without a redactor, and one was given to go on with.
    case notRedacted(folder: String)
    /// There is no recording at this path.
    case notJournal(path: String)
    /// A file between two others is missing, or was exchanged for one that does not fit.
    case missingSegment(folder: String, file: String, from: UInt64, expected: UInt64)
    /// The last file had reached the disk, and is not there.
    case lostSegment(folder: String, file: String)
    /// A file was written under the other name: it was copied or renamed.
    case strayedSegment(file: String, name: String)
    /// The last file is an older one, or another one: entries up to `expected` had reached the disk.
    case olderSegment(folder: String, file: String, found: UInt64, expected: UInt64)
    /// A file stands where the next one of the journal belongs.
    case occupied(file: String)
    /// A file of the journal was deleted, moved or replaced while it was being written.
    case removed(path: String)
    /// A copy is made only where nothing is.
    case notEmpty(folder: String)
    /// Another writer is at work.
    case locked(folder: String, pid: Int32?, waited: Duration)
    /// Another core of this very process is at work.
    case lockedHere(folder: String, waited: Duration)
    /// The last openings ended the program while they replayed the journal: at the entry `seq`, or nil where it was not
    /// one and the same. Opened once more, it is tried again.
    case crashesOpening(folder: String, seq: UInt64?, event: String?)
    /// The system refused a call.
    case system(call: String, path: String, code: Int32)
    /// The recording ended with the entry `seq`, and does not go on.
    case ended(seq: UInt64, reason: String)
    /// The journal was closed.
    case closed
    /// The writer was opened before.
    case alreadyOpened(folder: String)
}

/// A line that is not what was written, and where it stands.
public struct JournalDamage: Hashable, Sendable {
    /// The path of the file.
    public var file: String
    /// The number of the line, 1 for the header.
    public var line: Int
    /// The byte that the line begins with, 0 for the first.
    public var offset: UInt64
    /// What is wrong with it.
    public var fault: LineFault

    /// Damage at this place.
    package init(file: String, line: Int, offset: UInt64, fault: LineFault) {
        self.file = file
        self.line = line
        self.offset = offset
        self.fault = fault
    }
}

extension JournalError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .damaged(let damage): Errors.damaged(damage)
        case .newerFormat(let file, let format): Errors.newerFormat(file, format)
        case .newerStep(let file, let line, let name): Errors.newerStep(file, line: line, name)
        case .otherApp(let file, let found, let expected): Errors.otherApp(file, found: found, expected: expected)
        case .redacted(let file): Errors.redacted(file)
        case .notRedacted(let folder): Errors.notRedacted(folder)
        case .notJournal(let path): Errors.notJournal(path)
        case .missingSegment(let folder, let file, let from, let expected):
            Errors.missingSegment(folder, from: from, expected: expected, file: file)
        case .lostSegment(let folder, let file): Errors.lostSegment(folder, file)
        case .strayedSegment(let file, let name): Errors.strayedSegment(file, name: name)
        case .olderSegment(let folder, let file, let found, let expected):
            Errors.olderSegment(folder, file: file, found: found, expected: expected)
        case .occupied(let file): Errors.occupied(file)
        case .removed(let path): Errors.removed(path)
        case .notEmpty(let folder): Errors.notEmpty(folder)
        case .locked(let folder, let pid, let waited): Errors.locked(folder, by: pid, waited: waited)
        case .lockedHere(let folder, let waited): Errors.lockedHere(folder, waited: waited)
        case .crashesOpening(let folder, let seq, let event): Errors.crashesOpening(folder, seq: seq, event: event)
        case .system(let call, let path, let code): Errors.system(SystemError(call: call, path: path, code: code))
        case .ended(let seq, let reason): Errors.ended(seq: seq, because: reason)
        case .closed: Errors.closed
        case .alreadyOpened(let folder): Errors.alreadyOpened(folder)
        }
    }
}

extension JournalError {
    /// Whether what is there is not what was written. Everything else that keeps somebody from reading a recording leaves
    /// it whole: it is newer, of another app, or not at this path.
    package var isDamage: Bool {
        switch self {
        case .damaged, .lostSegment, .missingSegment, .olderSegment, .strayedSegment: true
        default: false
        }
    }

    /// A fault with the file it was found in.
    package init(_ fault: SegmentReader.Fault, in file: String) {
        self =
            switch fault.fault {
            case .newerFormat(let format): .newerFormat(file: file, format: format)
            case .newerStep(let name): .newerStep(file: file, line: fault.line, name: name)
            default: .damaged(JournalDamage(file: file, line: fault.line, offset: fault.offset, fault: fault.fault))
            }
    }

    package init(_ error: SystemError) { self = .system(call: error.call, path: error.path, code: error.code) }

    /// An error of the layers below as one of a journal; others stay as they are.
    package static func from(_ error: any Error, in file: String) -> any Error {
        switch error {
        case let fault as SegmentReader.Fault: JournalError(fault, in: file)
        case let error as SystemError: JournalError(error)
        default: error
        }
    }
}
