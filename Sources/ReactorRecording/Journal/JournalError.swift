public import Reactor

/// An error of a recording.
///
/// Use ``kind`` to handle it. The description contains the problem, its place and a fix.
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
    /// The kind of an error, by its fix.
    public enum Kind: Hashable, Sendable {
        /// Another process, or another core of this process, is writing the journal. Wait for the process in
        /// ``JournalError/process``, or end it.
        case locked
        /// The journal was written by a newer version of the library. Nothing was changed. Update the program.
        case newer
        /// The journal was written by an older version of the library, in a format that this version does not read. Nothing was
        /// changed. Open it with the version of the program that wrote it.
        case older
        /// The content differs from the written content: lines were changed, or files are missing, older or from another place.
        /// Nothing was changed. Restore the file that the description names, or salvage the valid lines.
        case damaged
        /// The last attempts to open the journal ended the process while they replayed the entry ``JournalError/seq``, or nil if
        /// they ended at different entries. The next attempt tries again.
        case crashesOpening
        /// The path contains no recording.
        case notJournal
        /// A system call failed, for example because the disk is full, or another process has changed files of the journal.
        case storage
        /// The journal could not continue, because of the ``JournalError/reason``. It contains no entries after
        /// ``JournalError/seq``.
        case ended
        /// The recording is valid but unsuitable for the request: it belongs to another app, has no secrets, is at the target of
        /// a copy, or its journal is closed.
        case unsuitable
    }

    package let problem: Problem

    package init(_ problem: Problem) { self.problem = problem }

    /// The kind of the error.
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

    /// The file or folder, or nil if the error concerns the journal as a whole.
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

    /// The entry at which the last openings ended the process, or the last entry of an ended recording.
    public var seq: UInt64? {
        switch problem {
        case .crashesOpening(_, let seq, _): seq
        case .ended(let seq, _, _): seq
        default: nil
        }
    }

    /// The process that writes the journal, if it is another process and known.
    public var process: Int32? {
        if case .locked(_, let process, _) = problem { process } else { nil }
    }

    /// The damaged line, if there is one.
    public var damage: JournalDamage? {
        if case .damaged(let damage) = problem { damage } else { nil }
    }

    /// The reason why a recording ended.
    public var reason: String? {
        if case .ended(_, let reason, _) = problem { reason } else { nil }
    }

    /// The `errno` of the failed system call, such as `ENOSPC` for a full disk, or nil if no system call failed.
    public var code: Int32? {
        switch problem {
        case .system(_, _, let code): code
        case .ended(_, _, let code): code
        default: nil
        }
    }

    /// Returns the error for a path without a recording.
    public static func notJournal(path: String) -> JournalError { JournalError(.notJournal(path: path)) }

    /// Returns the error for the recording of another app.
    public static func otherApp(file: String, found: String, expected: String) -> JournalError {
        JournalError(.otherApp(file: file, found: found, expected: expected))
    }

    /// Returns the error for a damaged line, such as ``RecordingReader/torn``.
    public static func damaged(_ damage: JournalDamage) -> JournalError { JournalError(.damaged(damage)) }
}

extension JournalError {
    package enum Problem: Hashable, Sendable {
        /// A line differs from the written line.
        case damaged(JournalDamage)
        /// The format is of another version of the library, and this version does not read it.
        case otherFormat(file: String, format: Int)
        /// A step is only known to a newer version of the library.
        case newerStep(file: String, line: Int, name: String)
        /// Another program wrote the recording.
        case otherApp(file: String, found: String, expected: String)
        /// Secrets were removed, as in a bug report. The recording can only be displayed.
        case redacted(file: String)
        /// The path contains no recording.
        case notJournal(path: String)
        /// A file between two others is missing, or was replaced by one that does not fit.
        case missingSegment(folder: String, file: String, from: UInt64, expected: UInt64)
        /// The last file had been synced to disk, and is missing.
        case lostSegment(folder: String, file: String)
        /// A file was copied or renamed: it was written under another name.
        case strayedSegment(file: String, name: String)
        /// The last file is an older or a different one: entries up to `expected` had been synced to disk.
        case olderSegment(folder: String, file: String, found: UInt64, expected: UInt64)
        /// The name of the next file is already taken.
        case occupied(file: String)
        /// A file of the journal was deleted, moved or replaced during the writing.
        case removed(path: String)
        /// The target folder of a copy is not empty.
        case notEmpty(folder: String)
        /// Another process is writing.
        case locked(folder: String, pid: Int32?, waited: Duration)
        /// Another core of this process is writing.
        case lockedHere(folder: String, waited: Duration)
        /// The last attempts to open the journal ended the process during the replay: at the entry `seq`, or nil if at different
        /// entries. The next attempt tries again.
        case crashesOpening(folder: String, seq: UInt64?, event: String?)
        /// A system call failed.
        case system(call: String, path: String, code: Int32)
        /// The recording ended with the entry `seq`, and does not continue.
        case ended(seq: UInt64, reason: String, code: Int32? = nil)
        /// The journal was closed.
        case closed
        /// The journal is suspended, and entries wait to be written.
        case suspended
        /// The writer was already opened.
        case alreadyOpened(folder: String)
    }
}

/// A damaged line, and its place.
public struct JournalDamage: Hashable, Sendable {
    /// The path of the file.
    public var file: String
    /// The number of the line, 1 for the header.
    public var line: Int
    /// The offset of the line in bytes, 0 for the first.
    public var offset: UInt64
    package var fault: LineFault

    package init(file: String, line: Int, offset: UInt64, fault: LineFault) {
        self.file = file
        self.line = line
        self.offset = offset
        self.fault = fault
    }
}

extension JournalError {
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

    /// Converts an error of the lower layers into a journal error, and returns other errors unchanged.
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
        case .storage, .ended: UserMessage("recording.notSaved", recovery: "recovery.freeSpace")
        case .damaged, .crashesOpening, .older: UserMessage("recording.unreadable", recovery: "recovery.report")
        case .notJournal, .unsuitable: .unexpected
        }
    }
}
