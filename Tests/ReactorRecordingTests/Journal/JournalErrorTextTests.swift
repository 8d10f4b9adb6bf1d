import Foundation
import Testing

@testable import ReactorRecording

@Suite("What a journal says")
struct JournalErrorTextTests {
    @Test("Each error says what is wrong, where, and what to do")
    func saysErrors() {
        let damage = JournalDamage(file: "a.jsonl", line: 7, offset: 812, fault: .wrongCheck)
        let sentences: [(JournalError.Problem, String)] = [
            (
                .damaged(damage),
                "a.jsonl, line 7, byte 812: The check (crc) of the line does not fit: the line was changed, or one before it "
                    + "is missing, repeated or moved. Nothing was changed. Put back a copy of this file, or copy what is good "
                    + "into a new recording with salvage."
            ),
            (
                .otherFormat(file: "a.jsonl", format: 3),
                "a.jsonl has the format 3, and this program reads the format 4 only. Open the file with the version of the "
                    + "program that wrote it, or begin a journal in another folder. Nothing was changed."
            ),
            (
                .newerStep(file: "a.jsonl", line: 7, name: "dance"),
                "a.jsonl, line 7: the step is \"dance\", which this program does not know. Open the recording with the version of "
                    + "the program that wrote it, or a later one. Nothing was changed."
            ),
            (
                .otherApp(file: "a.jsonl", found: "x", expected: "y"),
                "a.jsonl belongs to \"x\", and this program is \"y\". Open it with the program that it belongs to; each needs a "
                    + "folder of its own."
            ),
            (
                .redacted(file: "a.jsonl"),
                "a.jsonl is a recording without its secrets, so no core can go on from it. Open another folder, and read "
                    + "this file with Replay or the journal tool."
            ),
            (
                .notJournal(path: "a"),
                "a holds no recording. Name a folder with segment-….jsonl files in it, or one such file."
            ),
            (
                .missingSegment(folder: "a", file: "b", from: 9, expected: 5),
                "a: b goes on behind entry 9, but the file before it ends with entry 5. A file is missing or was exchanged: put "
                    + "it back, or look at the files one by one."
            ),
            (
                .lostSegment(folder: "a", file: "b"),
                "a: b had reached the disk and is missing. Put it back, or remove the file \"synced\" to go on from the files that "
                    + "are there."
            ),
            (.notEmpty(folder: "a"), "a is not empty. Name a folder for the copy that is empty, or not there yet."),
            (
                .locked(folder: "a", pid: 12, waited: .seconds(2)),
                "a is being written by process 12; waited 2.0 seconds. End that process, wait longer, or use another folder: a "
                    + "journal has one writer at a time."
            ),
            (
                .locked(folder: "a", pid: nil, waited: .microseconds(3)),
                "a is being written by another process. End that process, wait longer, or use another folder: a journal has "
                    + "one writer at a time."
            ),
            (
                .lockedHere(folder: "a", waited: .milliseconds(250)),
                "a is being written by another core of this process; waited 0.25 seconds. Call close() on that core's journal "
                    + "first, or use another folder: a journal has one writer at a time."
            ),
            (
                .crashesOpening(folder: "a", seq: 41, event: "said"),
                "a: the last two openings ended the program while they replayed entry 41 (said). This one is refused, and "
                    + "nothing was changed. Open it once more to try again, with a mended program; find the cause with "
                    + "minimise --crash; or copy what is before the entry into a new folder with salvage --before 41, and "
                    + "open that."
            ),
            (
                .crashesOpening(folder: "a", seq: nil, event: nil),
                "a: the last 5 openings ended the program before they were done, at several entries or before the "
                    + "first: time or memory ran out, say. This one is refused, and nothing was changed. Open it once more to try again; shorter "
                    + "segments (Rotation) take less of both."
            ),
            (
                .strayedSegment(file: "a/segment-000004.jsonl", name: "segment-000002.jsonl"),
                "a/segment-000004.jsonl was written as segment-000002.jsonl: it was copied or renamed since. Take it out of "
                    + "the folder, and put back what stood there. Nothing was changed."
            ),
            (
                .olderSegment(folder: "a", file: "a/b", found: 33, expected: 38),
                "a: a/b is not the file that was written last: entries up to 38 had reached the disk, and it ends with entry "
                    + "33. Put the newer file back, or remove the file \"synced\" to go on from the files that are there. "
                    + "Nothing was changed."
            ),
            (
                .occupied(file: "a/b"),
                "a/b stands where the next file of the journal belongs, and the journal did not write it. Take it out of the "
                    + "folder. It was not written over."
            ),
            (
                .removed(path: "a/lock"),
                "a/lock was deleted, moved or replaced while the journal was being written. Leave a journal's folder alone "
                    + "until its close() returns."
            ),
            (
                .system(call: "pwrite", path: "a", code: ENOSPC),
                "a: No space left on device (pwrite). Free space there, then try again."
            ),
            (
                .system(call: "open", path: "a", code: EACCES),
                "a: Permission denied (open). Give this user the right to it, or name another path."
            ),
            (
                .system(call: "readdir", path: "a", code: ENOTDIR),
                "a: Not a directory (readdir). Name the folder that it is in."
            ),
            (
                .system(call: "open", path: "a", code: ESPIPE),
                "a: Illegal seek (open). The path is a pipe or a device: save its output to a file first, and name that file."
            ),
            (
                .system(call: "pread", path: "a", code: EIO),
                "a: Input/output error (pread). Check the disk: it could not read or write."
            ),
            (
                .system(call: "open", path: "a", code: EMFILE),
                "a: Too many open files (open). Close files in this program, or raise its limit of open files (ulimit -n), then "
                    + "try again."
            ),
            (
                .system(call: "flock", path: "a", code: ENOLCK),
                "a: No locks available (flock). The file system does not support this call, as some network file systems do "
                    + "not: name a path on a local disk."
            ),
            (
                .system(call: "open", path: "a", code: EROFS),
                "a: Read-only file system (open). Name a path on a file system that can be written to, or mount this file "
                    + "system for writing."
            ),
            (
                .system(call: "open", path: "a", code: ENAMETOOLONG),
                "a: File name too long (open). Use a shorter path."
            ),
            (
                .system(call: "mmap", path: "a", code: EINVAL),
                "a: Invalid argument (mmap). Check the disk and the path, then try again."
            ),
            (
                .damaged(JournalDamage(file: "a.txt", line: 1, offset: 0, fault: .notHeader)),
                "a.txt, line 1, byte 0: This is not the header that a recording begins with. Nothing was changed. Put back a "
                    + "copy of this file, or name a recording: without a header nothing in it can be read."
            ),
            (
                .ended(seq: 4, reason: "Why."),
                "The recording ended with entry 4: Why. What happens from now on is not recorded. Open the journal anew to "
                    + "record again."
            ),
            (.closed, "The journal is closed. Open it anew to record, and wait for durable before closing."),
            (.alreadyOpened(folder: "a"), "a was opened by this writer before. Make a writer for each opening."),
        ]
        for (problem, sentence) in sentences { #expect(JournalError(problem).description == sentence) }
    }

    @Test("Each error has the kind that a program decides by, and what it names: path, entry, process, line, reason")
    func hasKinds() {
        func isOf(_ kind: JournalError.Kind, _ path: String?, _ problem: JournalError.Problem) {
            let error = JournalError(problem)
            #expect(error.kind == kind)
            #expect(error.path == path)
        }
        let damage = JournalDamage(file: "a.jsonl", line: 3, offset: 99, fault: .tooLong)
        let second = Duration.seconds(1)
        isOf(.locked, "f", .locked(folder: "f", pid: 8, waited: second))
        isOf(.locked, "f", .lockedHere(folder: "f", waited: second))
        isOf(.newer, "a", .otherFormat(file: "a", format: 9))
        isOf(.older, "a", .otherFormat(file: "a", format: 3))
        isOf(.newer, "a", .newerStep(file: "a", line: 2, name: "dance"))
        isOf(.damaged, "a.jsonl", .damaged(damage))
        isOf(.damaged, "a", .missingSegment(folder: "f", file: "a", from: 5, expected: 4))
        isOf(.damaged, "f/a", .lostSegment(folder: "f", file: "a"))
        isOf(.damaged, "a", .strayedSegment(file: "a", name: "b"))
        isOf(.damaged, "a", .olderSegment(folder: "f", file: "a", found: 1, expected: 2))
        isOf(.crashesOpening, "f", .crashesOpening(folder: "f", seq: 7, event: "said"))
        isOf(.notJournal, "f", .notJournal(path: "f"))
        isOf(.storage, "a", .system(call: "write", path: "a", code: ENOSPC))
        isOf(.storage, "a", .occupied(file: "a"))
        isOf(.storage, "a", .removed(path: "a"))
        isOf(.ended, nil, .ended(seq: 6, reason: "Full."))
        isOf(.unsuitable, "a", .otherApp(file: "a", found: "b", expected: "c"))
        isOf(.unsuitable, "a", .redacted(file: "a"))
        isOf(.unsuitable, "f", .notEmpty(folder: "f"))
        isOf(.unsuitable, "f", .alreadyOpened(folder: "f"))
        isOf(.unsuitable, nil, .closed)

        let locked = JournalError(.locked(folder: "f", pid: 8, waited: second))
        #expect(locked.process == 8 && locked.seq == nil && locked.reason == nil && locked.damage == nil)
        let crash = JournalError(.crashesOpening(folder: "f", seq: 7, event: "said"))
        #expect(crash.seq == 7 && crash.process == nil)
        let ended = JournalError(.ended(seq: 6, reason: "Full."))
        #expect(ended.seq == 6 && ended.reason == "Full.")
        #expect(JournalError.damaged(damage).damage == damage)
        #expect(damage.description == "a.jsonl, line 3, byte 99: The line is longer than a line may be.")
    }

    @Test("Each report names the event and its entry")
    func saysReports() {
        #expect(
            JournalReport.large(event: "a", seq: 3, bytes: 9, limit: 8).description
                == "a (entry 3) takes 9 bytes, more than 8. Keep large data in a file and its name in the event.")
        #expect(
            JournalReport.gap(event: "a", seq: 3, gap: .unregistered, reason: nil).description
                == "a (entry 3) is not in the catalog, and is recorded by its name alone. Register it; until then a recording "
                + "cannot be replayed past it.")
        #expect(
            JournalReport.stateNotEncoded(seq: 3, reason: "Why.").description
                == "The state behind entry 3 did not encode: Why. No check is written there and no segment begun.")
    }
}
