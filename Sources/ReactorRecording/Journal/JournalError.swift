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
        /// The journal could not continue, for the reason in its description. It contains no entries after
        /// ``JournalError/seq``.
        case ended
        /// The recording is valid but unsuitable for the request: it belongs to another app, has no secrets, is at the target of
        /// a copy, or its journal is closed.
        case unsuitable
    }

    /// The kind of the error.
    public let kind: Kind
    /// The problem, its place and a fix.
    public let description: String
    /// The file or folder, or nil if the error concerns the journal as a whole.
    public let path: String?
    /// The entry at which the last openings ended the process, or the last entry of an ended recording.
    public private(set) var seq: UInt64?
    /// The process that writes the journal, if it is another process and known.
    public private(set) var process: Int32?
    /// The damaged line, if there is one.
    package private(set) var damage: JournalDamage?
    /// The reason why a recording ended.
    package private(set) var reason: String?
    /// The `errno` of the failed system call, such as `ENOSPC` for a full disk, or nil if no system call failed.
    package private(set) var code: Int32?

    private init(_ kind: Kind, at path: String? = nil, _ description: String) {
        (self.kind, self.path, self.description) = (kind, path, description)
    }
}

extension JournalError: CustomStringConvertible {}

// MARK: - Files of a recording

extension JournalError {
    /// Creates the error of a path without a recording.
    package static func notJournal(path: String) -> JournalError {
        JournalError(
            .notJournal, at: path,
            "\(path) does not contain a recording. Name a folder that contains segment-….jsonl files, or one of these files."
        )
    }

    /// Creates the error of a recording that another app wrote.
    package static func otherApp(file: String, found: String, expected: String) -> JournalError {
        JournalError(
            .unsuitable, at: file,
            "\(file) belongs to the app \"\(found)\", and this program is \"\(expected)\". Open the file with the app that it "
                + "belongs to. Each app needs its own folder.")
    }

    /// Creates the error of a damaged line, such as ``RecordingReader/torn``.
    package static func damaged(_ damage: JournalDamage) -> JournalError {
        let fix =
            damage.fault == .notHeader
            ? "Restore a copy of this file, or name another recording: without its header a file cannot be read."
            : "Restore a copy of this file, or copy the valid entries into a new recording with salvage."
        var error = JournalError(.damaged, at: damage.file, "\(damage) The file was not changed. \(fix)")
        error.damage = damage
        return error
    }

    /// The format is of another version of the library, and this version does not read it.
    package static func otherFormat(file: String, format: Int) -> JournalError {
        JournalError(
            format > JournalHeader.format ? .newer : .older, at: file,
            "\(file) has the journal format \(format), and this program reads the format \(JournalHeader.format) only. Open the "
                + "file with the version of the program that wrote it, or start a journal in another folder. The file was not "
                + "changed.")
    }

    /// A step is only known to a newer version of the library.
    package static func newerStep(file: String, line: Int, name: String) -> JournalError {
        JournalError(
            .newer, at: file,
            "\(file), line \(line), contains the step \"\(name)\", which this version does not support. Open the recording with "
                + "the version of the program that wrote it, or a later one. The file was not changed.")
    }

    /// Secrets were removed, as in a bug report. The recording can only be displayed.
    package static func redacted(file: String) -> JournalError {
        JournalError(
            .unsuitable, at: file,
            "\(file) is a redacted recording, so a core cannot continue it. Open another folder, and read this file with Replay "
                + "or the journal tool.")
    }

    /// A file between two others is missing, or was replaced by one that does not fit.
    package static func missingSegment(folder: String, file: String, from: UInt64, expected: UInt64) -> JournalError {
        JournalError(
            .damaged, at: file,
            "\(folder): \(file) continues after entry \(from), but the previous file ends with entry \(expected). A segment is "
                + "missing or was replaced. Restore it, or read the files one by one.")
    }

    /// The last file had been synced to disk, and is missing.
    package static func lostSegment(folder: String, file: String) -> JournalError {
        JournalError(
            .damaged, at: "\(folder)/\(file)",
            "\(folder): the segment \(file) was on the disk and is missing. Restore it, or remove the file \"synced\" to "
                + "continue with the remaining files.")
    }

    /// A file was copied or renamed: it was written under another name.
    package static func strayedSegment(file: String, name: String) -> JournalError {
        JournalError(
            .damaged, at: file,
            "\(file) was written as \(name), so it was copied or renamed. Remove it from the folder, and restore the original "
                + "file. The folder was not changed.")
    }

    /// The last file is an older or a different one: entries up to `expected` had been synced to disk.
    package static func olderSegment(folder: String, file: String, found: UInt64, expected: UInt64) -> JournalError {
        JournalError(
            .damaged, at: file,
            "\(folder): \(file) is not the newest version: entries up to \(expected) were on the disk, and it ends with entry "
                + "\(found). Restore the newer file, or remove the file \"synced\" to continue with the present files. The "
                + "folder was not changed.")
    }

    /// The name of the next file is already taken.
    package static func occupied(file: String) -> JournalError {
        JournalError(
            .storage, at: file,
            "\(file) has the name of the journal's next segment, and the journal did not write it. Remove it from the folder. It "
                + "was not overwritten.")
    }

    /// A file of the journal was deleted, moved or replaced during the writing.
    package static func removed(path: String) -> JournalError {
        JournalError(
            .storage, at: path,
            "\(path) was deleted, moved or replaced while the journal was open. Do not change a journal's folder before its "
                + "close() returns.")
    }

    /// The target folder of a copy is not empty.
    package static func notEmpty(folder: String) -> JournalError {
        JournalError(
            .unsuitable, at: folder, "\(folder) is not empty. Name an empty or new folder for the copy.")
    }
}

// MARK: - The writer of a journal

extension JournalError {
    /// Another process is writing.
    package static func locked(folder: String, pid: Int32?, waited: Duration) -> JournalError {
        var error = JournalError(
            .locked, at: folder,
            "The journal in \(folder) is locked: \(pid.map { "process \($0)" } ?? "another process") writes to "
                + "it\(after(waited)). End that process, wait for it with waitForWriter: of JournalConfiguration, or use another "
                + "folder. A journal has one writer at a time.")
        error.process = pid
        return error
    }

    /// Another core of this process is writing.
    package static func lockedHere(folder: String, waited: Duration) -> JournalError {
        JournalError(
            .locked, at: folder,
            "The journal in \(folder) is locked: another core of this process writes to it\(after(waited)). Call close() on that "
                + "core's journal first, or use another folder. A journal has one writer at a time.")
    }

    private static func after(_ waited: Duration) -> String {
        let milliseconds = waited / .milliseconds(1)
        return milliseconds < 1 ? "" : " (waited \(milliseconds.rounded() / 1_000) seconds)"
    }

    /// The last attempts to open the journal ended the process during the replay: at the entry `seq`, or nil if at different
    /// entries. The next attempt tries again.
    package static func crashesOpening(folder: String, seq: UInt64?, event: String?) -> JournalError {
        var error: JournalError
        if let seq {
            error = JournalError(
                .crashesOpening, at: folder,
                "Crash loop: the last two openings of \(folder) crashed while they replayed entry "
                    + "\(seq)\(event.map { " (\($0))" } ?? ""). This opening is refused, and the folder was not changed. Open it again "
                    + "with a fixed program; find the cause with minimise --crash; or copy the entries before it into a new folder "
                    + "with salvage --before \(seq), and open that folder.")
        } else {
            error = JournalError(
                .crashesOpening, at: folder,
                "Crash loop: the last \(FailedOpenings.most) openings of \(folder) crashed before they ended, at different "
                    + "entries; the process may have run out of time or memory. This opening is refused, and the folder was not "
                    + "changed. Open it again to retry. Shorter segments (Rotation) need less of both.")
        }
        error.seq = seq
        return error
    }

    /// The recording ended with the entry `seq`, and does not continue.
    package static func ended(seq: UInt64, reason: String, code: Int32? = nil) -> JournalError {
        var error = JournalError(
            .ended,
            "The recording ended with entry \(seq): \(reason) Later events are not recorded. Open the journal again to record."
        )
        (error.seq, error.reason, error.code) = (seq, reason, code)
        return error
    }

    /// The journal was closed.
    package static let closed = JournalError(
        .unsuitable,
        "The journal is closed. Open it again to record. To wait for the disk, await durable before close().")

    /// The journal is suspended, and entries wait to be written.
    package static let suspended = JournalError(
        .unsuitable,
        "The journal is suspended, and the events since then are not written yet. Close the opened core instead: its close() "
            + "resumes the journal first.")

    /// The writer was already opened.
    package static func alreadyOpened(folder: String) -> JournalError {
        JournalError(
            .unsuitable, at: folder,
            "\(folder) was opened by this journal writer before. Create a writer for each opening.")
    }
}

// MARK: - Errors of the lower layers

extension JournalError {
    package init(_ fault: SegmentReader.Fault, in file: String) {
        self =
            switch fault.fault {
            case .otherFormat(let format): .otherFormat(file: file, format: format)
            case .newerStep(let name): .newerStep(file: file, line: fault.line, name: name)
            default: .damaged(JournalDamage(file: file, line: fault.line, offset: fault.offset, fault: fault.fault))
            }
    }

    package init(_ error: SystemError) {
        self.init(.storage, at: error.path, "\(error)")
        code = error.code
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

/// A damaged line, and its place.
package struct JournalDamage: Hashable, Sendable {
    /// The path of the file.
    package var file: String
    /// The number of the line, 1 for the header.
    package var line: Int
    /// The offset of the line in bytes, 0 for the first.
    package var offset: UInt64
    package var fault: LineFault

    package init(file: String, line: Int, offset: UInt64, fault: LineFault) {
        self.file = file
        self.line = line
        self.offset = offset
        self.fault = fault
    }
}

extension JournalDamage: CustomStringConvertible {
    package var description: String { "\(file), line \(line), byte \(offset): \(fault.sentence)" }
}

extension LineFault {
    /// The fault as a sentence.
    package var sentence: String {
        switch self {
        case .unfinished: "The line is incomplete."
        case .withoutCheck: "The line has no checksum (crc)."
        case .wrongCheck:
            "The checksum (crc) of the line is wrong: the line was changed, or a previous line is missing, repeated or moved."
        case .malformed: "The checksum of the line is right, but the line is not part of this format."
        case .tooLong: "The line is longer than the limit."
        case .notHeader: "The line is not the header of a recording."
        case .misplacedHeader: "A header is in the middle of the file."
        case .outOfSequence(let found, let expected): "The line has the seq \(found), and \(expected) was expected."
        case .brokenGroup: "A group of lines is interrupted here."
        case .unfinishedGroup: "The file ends inside this group of lines."
        case .missing: "The file is truncated here. More of it was on the disk."
        case .otherFormat(let format): "The format is \(format)."
        case .newerStep(let name): "The step \"\(name)\" is not supported by this version."
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
