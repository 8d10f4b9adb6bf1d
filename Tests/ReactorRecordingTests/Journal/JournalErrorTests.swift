import Foundation
import Testing

@testable import ReactorRecording

@Suite("The errors of a journal")
struct JournalErrorTests {
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
}
