/// The sentences about files and journals.
extension Errors {
    /// A journal is opened, and its writer cannot start.
    static func noThread(_ code: Int32) -> String {
        "The system gave no thread for the journal (code \(code)). The process has too many of them: end some first."
    }

    // MARK: Reading

    /// `JournalError`, `damaged`: a line that had reached the disk is not what was written. The first fault is named.
    static func damaged(_ damage: JournalDamage) -> String {
        let cure =
            switch damage.fault {
            case .notHeader:
                "Put back a copy of this file, or name a recording: without a header nothing in it can be read."
            default: "Put back a copy of this file, or copy what is good into a new recording with salvage."
            }
        return "\(place(damage)) Nothing was changed. \(cure)"
    }

    static func place(_ damage: JournalDamage) -> String {
        "\(damage.file), line \(damage.line), byte \(damage.offset): \(fault(damage.fault))"
    }

    static func fault(_ fault: LineFault) -> String {
        switch fault {
        case .unfinished: "The line has no end."
        case .withoutCheck: "The line does not end with its check (crc)."
        case .wrongCheck:
            "The check (crc) of the line does not fit: the line was changed, or one before it is missing, repeated or "
                + "moved."
        case .malformed: "The check of the line is right, but no line of this format looks like it."
        case .tooLong: "The line is longer than a line may be."
        case .notHeader: "This is not the header that a recording begins with."
        case .misplacedHeader: "A header stands in the middle of the file."
        case .outOfSequence(let found, let expected): "The line has the seq \(found) and should have \(expected)."
        case .brokenGroup: "A group of lines breaks off here before it is whole."
        case .unfinishedGroup: "The file ends before this group of lines is whole."
        case .missing: "The file ends here, and more of it had reached the disk."
        case .otherFormat(let format): "The format is \(format)."
        case .newerStep(let name): "The step is \"\(name)\", which this version does not know."
        }
    }

    /// `JournalError`, `newer` or `older`: another version of the library wrote the file.
    static func otherFormat(_ file: String, _ format: Int) -> String {
        "\(file) has the format \(format), and this program reads the format \(JournalHeader.format) only. Open the file with "
            + "the version of the program that wrote it, or begin a journal in another folder. Nothing was changed."
    }

    /// `JournalError`, `newer`: a newer version of the library wrote a step that this version does not know.
    static func newerStep(_ file: String, line: Int, _ name: String) -> String {
        "\(file), line \(line): the step is \"\(name)\", which this program does not know. Open the recording with the version "
            + "of the program that wrote it, or a later one. Nothing was changed."
    }

    static func otherApp(_ file: String, found: String, expected: String) -> String {
        "\(file) belongs to \"\(found)\", and this program is \"\(expected)\". Open it with the program that it belongs to; "
            + "each needs a folder of its own."
    }

    /// `JournalError`, `unsuitable`: a core is to go on from a recording whose secrets were taken out.
    static func redacted(_ file: String) -> String {
        "\(file) is a recording without its secrets, so no core can go on from it. Open another folder, and read this "
            + "file with Replay or the journal tool."
    }

    /// `JournalError`, `notJournal`: there is no recording at this path.
    static func notJournal(_ path: String) -> String {
        "\(path) holds no recording. Name a folder with segment-….jsonl files in it, or one such file."
    }

    static func missingSegment(_ folder: String, from: UInt64, expected: UInt64, file: String) -> String {
        "\(folder): \(file) goes on behind entry \(from), but the file before it ends with entry \(expected). A file is "
            + "missing or was exchanged: put it back, or look at the files one by one."
    }

    static func lostSegment(_ folder: String, _ name: String) -> String {
        "\(folder): \(name) had reached the disk and is missing. Put it back, or remove the file \"synced\" to go on from "
            + "the files that are there."
    }

    static func strayedSegment(_ file: String, name: String) -> String {
        "\(file) was written as \(name): it was copied or renamed since. Take it out of the folder, and put back what stood "
            + "there. Nothing was changed."
    }

    static func olderSegment(_ folder: String, file: String, found: UInt64, expected: UInt64) -> String {
        "\(folder): \(file) is not the file that was written last: entries up to \(expected) had reached the disk, and it "
            + "ends with entry \(found). Put the newer file back, or remove the file \"synced\" to go on from the files that "
            + "are there. Nothing was changed."
    }

    static func occupied(_ file: String) -> String {
        "\(file) stands where the next file of the journal belongs, and the journal did not write it. Take it out of the "
            + "folder. It was not written over."
    }

    static func removed(_ path: String) -> String {
        "\(path) was deleted, moved or replaced while the journal was being written. Leave a journal's folder alone until "
            + "its close() returns."
    }

    static func notEmpty(_ folder: String) -> String {
        "\(folder) is not empty. Name a folder for the copy that is empty, or not there yet."
    }

    /// `UnexpectedEnd`, in the report of the next opening: the program was killed, crashed, lost its power, or could
    /// not write any more.
    static func unexpected(_ end: UnexpectedEnd) -> String {
        let ended = "The program that wrote it did not close it."
        if let step = end.inFlight {
            let event = step.event.map { ", \($0)" } ?? ""
            return ended + " It ended in react(to:), at entry \(step.seq)\(event)."
        }
        guard let last = end.missing.last else { return ended }
        return ended + " Entries up to \(last.seq) had been applied and not been written."
    }

    /// What a report of an unexpected end does not have, because it would be longer than its limit.
    static func leftOut(entries: UInt64, base: Bool) -> String {
        let first = entries == 0 ? "" : "the first \(entries) entries of the segment"
        let state = base ? "the state, which is too long, so that it cannot be replayed" : ""
        return [state, first].filter { !$0.isEmpty }.joined(separator: ", and ")
    }

    /// What a report of an unexpected end does not have, whose limit is below what the header of a recording takes.
    static let leftOutRecording = "the recording and what the app says of itself, which are too long"

    // MARK: Writing

    /// `JournalError`, `locked`: another writer is at work.
    static func locked(_ folder: String, by pid: Int32?, waited: Duration) -> String {
        let writer = pid.map { "process \($0)" } ?? "another process"
        return
            "\(folder) is being written by \(writer)\(after(waited)). End that process, wait longer, or use another "
            + "folder: a journal has one writer at a time."
    }

    static func lockedHere(_ folder: String, waited: Duration) -> String {
        "\(folder) is being written by another core of this process\(after(waited)). Call close() on that core's journal "
            + "first, or use another folder: a journal has one writer at a time."
    }

    /// `JournalError`, `crashesOpening`: the last openings ended the program while they replayed the journal.
    static func crashesOpening(_ folder: String, seq: UInt64?, event: String?) -> String {
        guard let seq else {
            return
                "\(folder): the last \(FailedOpenings.most) openings ended the program before they were done, at several "
                + "entries or before the first: time or memory ran out, say. This one is refused, and nothing was changed. "
                + "Open it once more to try again; shorter segments (Rotation) take less of both."
        }
        return "\(folder): the last two openings ended the program while they replayed entry \(seq)"
            + (event.map { " (\($0))" } ?? "") + ". This one is refused, and nothing was changed. Open it once more to "
            + "try again, with a mended program; find the cause with minimise --crash; or copy what is before the entry "
            + "into a new folder with salvage --before \(seq), and open that."
    }

    private static func after(_ waited: Duration) -> String {
        let milliseconds = waited / .milliseconds(1)
        return milliseconds < 1 ? "" : "; waited \(milliseconds.rounded() / 1_000) seconds"
    }

    /// `JournalError`, `storage`: the system refused a call on a file or a folder.
    static func system(_ error: SystemError) -> String {
        "\(error.path): \(error.reason) (\(error.call)). \(error.cure)"
    }

    /// `JournalError`, `ended`: the journal could not be written any more. The core goes on without it.
    static func ended(seq: UInt64, because reason: String) -> String {
        "The recording ended with entry \(seq): \(reason) What happens from now on is not recorded. Open the journal anew "
            + "to record again."
    }

    /// `JournalError`, `unsuitable`: something was asked of a journal after its `close()`.
    static let closed = "The journal is closed. Open it anew to record, and wait for durable before closing."

    /// `JournalError`, `unsuitable`: a journal is to be closed while it is suspended, and something would be lost.
    static let suspended =
        "The journal is suspended, and what its core did since waits to be written. Close the opened core instead: its "
        + "close() resumes first."

    static func alreadyOpened(_ folder: String) -> String {
        "\(folder) was opened by this writer before. Make a writer for each opening."
    }

    // MARK: Reports

    static func large(_ event: String, seq: UInt64, bytes: Int, limit: Int) -> String {
        "\(event) (entry \(seq)) takes \(bytes) bytes, more than \(limit). Keep large data in a file and its name in the "
            + "event."
    }

    static func gap(_ event: String, seq: UInt64, gap: RecordedEvent.Gap, reason: String?) -> String {
        let why = reason.map { ": \($0)" } ?? ""
        return switch gap {
        case .redacted: "\(event) (entry \(seq)) is without its secrets\(why)."
        case .unregistered:
            "\(event) (entry \(seq)) is not in the catalog, and is recorded by its name alone\(why). Register it; until "
                + "then a recording cannot be replayed past it."
        case .unencodable:
            "\(event) (entry \(seq)) did not encode, and is recorded by its name alone\(why). A recording cannot be "
                + "replayed past it."
        case .oversized:
            "\(event) (entry \(seq)) is longer than a line may be, and is recorded by its name alone\(why). Keep large "
                + "data in a file and its name in the event."
        }
    }

    static func stateNotEncoded(seq: UInt64, reason: String) -> String {
        "The state behind entry \(seq) did not encode: \(reason) No check is written there and no segment begun."
    }

    static func withoutFlightRecorder(_ reason: String) -> String {
        "There is no flight recorder, so a crash will not be in its own recording: \(reason)"
    }

    /// Why an event is recorded by its name alone: its payload is longer than a line may be.
    static func oversized(bytes: Int, limit: Int) -> String { "\(bytes) bytes, and \(limit) are the limit" }
}
