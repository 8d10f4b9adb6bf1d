public import Reactor

/// What went wrong with a recording.
///
/// A program decides by its ``kind``. Its description says what was wrong, where, and what to do.
///
/// ```swift
/// func mayOpenLater(_ error: any Error) -> Bool {
///     switch (error as? JournalError)?.kind {
///     case .locked, .crashesOpening, .storage, .ended: true
///     case .newer, .older, .damaged, .notJournal, .unsuitable, nil: false
///     }
/// }
/// ```
public struct JournalError: Error, Hashable, Sendable {
    /// What a program does about an error.
    public enum Kind: Hashable, Sendable {
        /// Another process writes the journal, or another core of this one. ``JournalError/process`` says which process:
        /// wait for it, or end it.
        case locked
        /// A newer version of the library wrote it. Nothing was changed: update the program.
        case newer
        /// An older version of the library wrote it, in a format that this version does not read. Nothing was changed: open it
        /// with the version of the program that wrote it.
        case older
        /// What is there is not what was written: lines were changed, or files are missing, older or of another place.
        /// Nothing was changed: put back the file that the description names, or salvage what is good.
        case damaged
        /// The last openings ended the program while they replayed the entry ``JournalError/seq``, nil where it was not one
        /// and the same. Opened once more, it is tried again.
        case crashesOpening
        /// There is no recording at this path.
        case notJournal
        /// The system refused a call, as on a full disk, or somebody else changed files of the journal meanwhile.
        case storage
        /// The journal could not be written any more, for the ``JournalError/reason``. What comes behind the entry
        /// ``JournalError/seq`` is not in it.
        case ended
        /// The recording is whole and what was asked does not suit it: it is of another app, is without its
        /// secrets, is in the place of a copy, or its journal is closed.
        case unsuitable
    }

    package let problem: Problem

    package init(_ problem: Problem) { self.problem = problem }

    /// What a program does about it.
    public var kind: Kind {
        switch problem {
        case .locked, .lockedHere: .locked
        case .otherFormat(_, let format): format > JournalHeader.format ? .newer : .older
        case .newerStep: .newer
        case .damaged, .missingSegment, .lostSegment, .strayedSegment, .olderSegment: .damaged
        case .crashesOpening: .crashesOpening
        case .notJournal: .notJournal
        case .system, .occupied, .removed: .storage
        case .ended: .ended
        case .otherApp, .redacted, .notEmpty, .closed, .suspended, .alreadyOpened: .unsuitable
        }
    }

    /// The file or folder that it is about, nil where it is about the journal as such.
    public var path: String? {
        switch problem {
        case .damaged(let damage): damage.file
        case .otherFormat(let path, _), .newerStep(let path, _, _), .otherApp(let path, _, _), .redacted(let path),
            .notJournal(let path), .missingSegment(_, let path, _, _),
            .strayedSegment(let path, _), .olderSegment(_, let path, _, _), .occupied(let path), .removed(let path),
            .notEmpty(let path), .locked(let path, _, _), .lockedHere(let path, _), .crashesOpening(let path, _, _),
            .system(_, let path, _), .alreadyOpened(let path):
            path
        case .lostSegment(let folder, let name): "\(folder)/\(name)"
        case .ended, .closed, .suspended: nil
        }
    }

    /// The entry at which the last openings ended the program, or the last one that an ended recording holds.
    public var seq: UInt64? {
        switch problem {
        case .crashesOpening(_, let seq, _): seq
        case .ended(let seq, _, _): seq
        default: nil
        }
    }

    /// The process that writes the journal, where that is another one and known.
    public var process: Int32? {
        if case .locked(_, let process, _) = problem { process } else { nil }
    }

    /// The line that is not what was written, where it is one.
    public var damage: JournalDamage? {
        if case .damaged(let damage) = problem { damage } else { nil }
    }

    /// Why a recording ended.
    public var reason: String? {
        if case .ended(_, let reason, _) = problem { reason } else { nil }
    }

    /// What the system said of the call that failed, as `errno` has it: `ENOSPC` for a disk that is full. Nil where it was no
    /// call of the system.
    public var code: Int32? {
        switch problem {
        case .system(_, _, let code): code
        case .ended(_, _, let code): code
        default: nil
        }
    }

    /// There is no recording at this path.
    public static func notJournal(path: String) -> JournalError { JournalError(.notJournal(path: path)) }

    /// It is the recording of another app than the one that reads it.
    public static func otherApp(file: String, found: String, expected: String) -> JournalError {
        JournalError(.otherApp(file: file, found: found, expected: expected))
    }

    /// A line is not what was written, as ``RecordingReader/torn`` names one.
    public static func damaged(_ damage: JournalDamage) -> JournalError { JournalError(.damaged(damage)) }
}

extension JournalError {
    package enum Problem: Hashable, Sendable {
        /// A line is not what was written.
        case damaged(JournalDamage)
        /// Another version of the library wrote it, in a format that this version does not read.
        case otherFormat(file: String, format: Int)
        /// A newer version of the library wrote it, with a step that this one does not know.
        case newerStep(file: String, line: Int, name: String)
        /// Another program wrote it.
        case otherApp(file: String, found: String, expected: String)
        /// Its secrets were taken out, as in a bug report. It can be looked at only.
        case redacted(file: String)
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
        case ended(seq: UInt64, reason: String, code: Int32? = nil)
        /// The journal was closed.
        case closed
        /// The journal is suspended, and something waits to be written.
        case suspended
        /// The writer was opened before.
        case alreadyOpened(folder: String)
    }
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
    package var fault: LineFault

    /// Damage at this place.
    package init(file: String, line: Int, offset: UInt64, fault: LineFault) {
        self.file = file
        self.line = line
        self.offset = offset
        self.fault = fault
    }
}

extension JournalError {
    /// A fault with the file it was found in.
    package init(_ fault: SegmentReader.Fault, in file: String) {
        problem =
            switch fault.fault {
            case .otherFormat(let format): .otherFormat(file: file, format: format)
            case .newerStep(let name): .newerStep(file: file, line: fault.line, name: name)
            default: .damaged(JournalDamage(file: file, line: fault.line, offset: fault.offset, fault: fault.fault))
            }
    }

    package init(_ error: SystemError) {
        problem = .system(call: error.call, path: error.path, code: error.code)
    }

    /// An error of the layers below as one of a journal; others stay as they are.
    package static func from(_ error: any Error, in file: String) -> any Error {
        switch error {
        case let fault as SegmentReader.Fault: JournalError(fault, in: file)
        case let error as SystemError: JournalError(error)
        default: error
        }
    }
}

extension JournalError: ExplainedError {
    public var explanation: UserMessage {
        switch kind {
        case .locked: UserMessage("recording.inUse", recovery: "recovery.closeOther")
        case .newer: UserMessage("recording.newer", recovery: "recovery.update")
        case .storage, .ended: UserMessage("recording.notKept", recovery: "recovery.room")
        case .damaged, .crashesOpening, .older: UserMessage("recording.unreadable", recovery: "recovery.report")
        case .notJournal, .unsuitable: .unexpected
        }
    }
}
