extension JournalError: CustomStringConvertible {
    public var description: String {
        switch problem {
        case .damaged(let damage):
            "\(damage) The file was not changed. "
                + (damage.fault == .notHeader
                    ? "Restore a copy of this file, or name another recording: without its header a file cannot be read."
                    : "Restore a copy of this file, or copy the valid entries into a new recording with salvage.")
        case .otherFormat(let file, let format):
            "\(file) has the journal format \(format), and this program reads the format \(JournalHeader.format) only. Open the "
                + "file with the version of the program that wrote it, or start a journal in another folder. The file was not "
                + "changed."
        case .newerStep(let file, let line, let name):
            "\(file), line \(line), contains the step \"\(name)\", which this version does not support. Open the recording with "
                + "the version of the program that wrote it, or a later one. The file was not changed."
        case .otherApp(let file, let found, let expected):
            "\(file) belongs to the app \"\(found)\", and this program is \"\(expected)\". Open the file with the app that it "
                + "belongs to. Each app needs its own folder."
        case .redacted(let file):
            "\(file) is a redacted recording, so a core cannot continue it. Open another folder, and read this file with Replay "
                + "or the journal tool."
        case .notJournal(let path):
            "\(path) does not contain a recording. Name a folder that contains segment-….jsonl files, or one of these files."
        case .notEmpty(let folder): "\(folder) is not empty. Name an empty or new folder for the copy."
        case .system(let call, let path, let code): "\(SystemError(call: call, path: path, code: code))"
        case .ended(let seq, let reason, _):
            "The recording ended with entry \(seq): \(reason) Later events are not recorded. Open the journal again to record."
        case .closed:
            "The journal is closed. Open it again to record. To wait for the disk, await durable before close()."
        case .suspended:
            "The journal is suspended, and the events since then are not written yet. Close the opened core instead: its "
                + "close() resumes the journal first."
        case .alreadyOpened(let folder):
            "\(folder) was opened by this journal writer before. Create a writer for each opening."
        default: segmentDescription
        }
    }

    /// The description of a problem of segments and writers.
    private var segmentDescription: String {
        switch problem {
        case .missingSegment(let folder, let file, let from, let expected):
            "\(folder): \(file) continues after entry \(from), but the previous file ends with entry \(expected). A segment is "
                + "missing or was replaced. Restore it, or read the files one by one."
        case .lostSegment(let folder, let file):
            "\(folder): the segment \(file) was on the disk and is missing. Restore it, or remove the file \"synced\" to "
                + "continue with the remaining files."
        case .strayedSegment(let file, let name):
            "\(file) was written as \(name), so it was copied or renamed. Remove it from the folder, and restore the original "
                + "file. The folder was not changed."
        case .olderSegment(let folder, let file, let found, let expected):
            "\(folder): \(file) is not the newest version: entries up to \(expected) were on the disk, and it ends with entry "
                + "\(found). Restore the newer file, or remove the file \"synced\" to continue with the present files. The "
                + "folder was not changed."
        case .occupied(let file):
            "\(file) has the name of the journal's next segment, and the journal did not write it. Remove it from the folder. It "
                + "was not overwritten."
        case .removed(let path):
            "\(path) was deleted, moved or replaced while the journal was open. Do not change a journal's folder before its "
                + "close() returns."
        case .locked(let folder, let pid, let waited):
            "The journal in \(folder) is locked: \(pid.map { "process \($0)" } ?? "another process") writes to "
                + "it\(after(waited)). End that process, wait for it with waitForWriter: of JournalConfiguration, or use another "
                + "folder. A journal has one writer at a time."
        case .lockedHere(let folder, let waited):
            "The journal in \(folder) is locked: another core of this process writes to it\(after(waited)). Call close() on that "
                + "core's journal first, or use another folder. A journal has one writer at a time."
        case .crashesOpening(let folder, let seq?, let event):
            "Crash loop: the last two openings of \(folder) crashed while they replayed entry "
                + "\(seq)\(event.map { " (\($0))" } ?? ""). This opening is refused, and the folder was not changed. Open it again "
                + "with a fixed program; find the cause with minimise --crash; or copy the entries before it into a new folder "
                + "with salvage --before \(seq), and open that folder."
        case .crashesOpening(let folder, nil, _):
            "Crash loop: the last \(FailedOpenings.most) openings of \(folder) crashed before they ended, at different entries; "
                + "the process may have run out of time or memory. This opening is refused, and the folder was not changed. Open "
                + "it again to retry. Shorter segments (Rotation) need less of both."
        default: "The journal failed."
        }
    }

    private func after(_ waited: Duration) -> String {
        let milliseconds = waited / .milliseconds(1)
        return milliseconds < 1 ? "" : " (waited \(milliseconds.rounded() / 1_000) seconds)"
    }
}

extension JournalDamage: CustomStringConvertible {
    public var description: String { "\(file), line \(line), byte \(offset): \(fault.sentence)" }
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
