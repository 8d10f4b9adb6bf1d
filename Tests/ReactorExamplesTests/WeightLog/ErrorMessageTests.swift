import ReactorRecording
import Testing

@testable import ExampleWeightLog

@Suite("Wording")
struct ErrorMessageTests {
    @Test("What a person wrote wrong is answered with the cure, and control characters are made visible")
    func readings() {
        #expect("\(ReadingError.notADate("1\u{1B}[2J"))" == "'1\\u{1B}[2J' is not a date; write it as 2026-01-02")
        #expect(
            "\(ReadingError.notADate(String(repeating: "x", count: 99)))"
                == "'\(String(repeating: "x", count: 40))…' is not a date; write it as 2026-01-02")
        #expect(
            "\(ReadingError.yearOutOfRange("0206-01-02"))"
                == "0206-01-02 is not a year that a weight can be from; years from 1900 to 2999 are")
        #expect(
            "\(ReadingError.noSuchDay("2026-02-29", year: 2026, month: 2))"
                == "there is no 2026-02-29: that month has 28 days")
        #expect(
            "\(ReadingError.noSuchDay("2026-13-01", year: 2026, month: 13))"
                == "there is no 2026-13-01: a year has 12 months; write year, month, day, as in 2026-01-02")
        #expect(
            "\(ReadingError.notAWeight("x"))"
                == "'x' is not a weight; write a number such as 81.4, and --unit lb for pounds")
        #expect(
            "\(ReadingError.impossibleWeight("5", .kilograms))"
                == "5 kg is not a possible weight; it is 20 to 500 kg (--unit lb for pounds)")
        #expect(
            "\(ReadingError.impossibleWeight("5", .pounds))"
                == "5 lb is not a possible weight; it is 44.1 to 1102.3 lb, which is 20 to 500 kg")
    }

    @Test("A record that is not there, or not alone, is said with what to type")
    func selections() throws {
        let day = try Day(parsing: "2026-01-02")
        let two = [try record(1, "2026-01-02", "80"), try record(2, "2026-01-02", "81")]
        #expect(
            "\(SelectionError.notARecord("x"))"
                == "'x' is neither a number from 'weightlog list' nor a date such as 2026-01-02")
        #expect(
            "\(SelectionError.noSuchNumber("9"))"
                == "there is no weight with number 9; 'weightlog list' shows the numbers")
        #expect(
            "\(SelectionError.nothingOnDay(day))"
                == "there is no weight on 2026-01-02; 'weightlog list' shows what there is")
        #expect(
            "\(SelectionError.severalOnDay(day, two, verb: "edit"))"
                == "there are 2 weights on 2026-01-02; name one by its number: "
                + "'weightlog edit 1' (80.0 kg), 'weightlog edit 2' (81.0 kg)")
    }

    @Test("What is wrong with the folder is said with its path, the reason and what to do")
    func stores() {
        #expect("\(FolderError.noFolder)" == "there is no folder to keep weights in; name one with --data DIR")
        #expect(
            "\(FolderError.oldFile("/d/weights.log"))"
                == "/d/weights.log was written by an earlier weightlog, which kept no journal; print it with that "
                + "version's 'weightlog export', move the file away, and import what was printed")
        #expect(
            "\(StoreError.busyFolder("/d", process: 7))"
                == "the folder /d is in use by process 7; waited 2 seconds; try again when it has ended")
        #expect(
            "\(StoreError.notKept(reason: "The disk is full."))"
                == "cannot be kept: The disk is full. It may not be in the log; 'weightlog list' shows what is")
        #expect("\(StoreError.journal(.notJournal(path: "/\u{1B}d")))".hasPrefix("/\\u{1B}d holds no recording."))
        #expect(
            "\(StoreError.recordedBefore("/\u{1B}d"))"
                == "/\\u{1B}d holds a recording already; name a folder that is empty, or not there yet")
    }

    @Test("A verb that another program has is said with that program")
    func elsewhere() {
        #expect(
            "\(ElsewhereError.journal)"
                == "the journal has a program of its own: type 'weightlog-journal' instead of 'weightlog journal', or "
                + "'swift run weightlog-journal' in the package")
    }

    @Test("What the journal says goes by its own name, except what this program says better")
    func translated() {
        func from(_ error: any Error) -> StoreError? { StoreError.from(error) as? StoreError }
        #expect(
            from(JournalError(.locked(folder: "/d", pid: 7, waited: .seconds(2)))) == .busyFolder("/d", process: 7))
        let here = JournalError(.lockedHere(folder: "/d", waited: .zero))
        #expect(from(here) == .journal(here))
        #expect(from(JournalError(.ended(seq: 3, reason: "Full."))) == .notKept(reason: "Full."))
        #expect(from(ReplayError.journal(JournalError(.closed))) == .journal(JournalError(.closed)))
        #expect(from(ReplayError(.brokenGroup(seq: 3))) == .replay(ReplayError(.brokenGroup(seq: 3))))
        #expect(StoreError.from(ServiceError.refused("late")) as? ServiceError == .refused("late"))
    }

    @Test("What cannot be imported is said as a whole")
    func imports() {
        #expect("\(ImportError.table(path: "-", TableError("it is empty")))" == "standard input: it is empty")
        #expect(
            "\(ImportError.badRows(path: "f", 1, kept: 1))" == "f: 1 row could not be used; the other one is in the log"
        )
        #expect(
            "\(ImportError.badRows(path: "f", 2, kept: 1_200))"
                == "f: 2 rows could not be used; the other 1,200 are in the log")
        #expect("\(ImportError.badRows(path: "f", 2, kept: 0))" == "f: 2 rows could not be used; no other is there")
    }

    @Test("What the service and the questions say")
    func others() {
        #expect("\(ServiceError.numberTaken(3))" == "number 3 is another weight's already")
        #expect("\(ServiceError.noSuchRecord(3))" == "there is no weight with number 3")
        #expect("\(ServiceError.refused("late"))" == "late")
        #expect("\(ResetError.notConfirmed)" == "not confirmed; nothing was deleted")
        #expect("\(StoryError.differs)" == "what shows is not what the service has")
    }

    @Test("What is wrong with a server, or what it did not take, is said with what to do")
    func servers() {
        #expect("\(ServerError.noServer)" == "this log has no server; name one: --server https://weights.example")
        #expect("\(ServerError.unusableAddress(reason: "no\u{7}"))" == "--server: no\\u{7}")
        #expect(
            "\(ServerError.other(kept: "https://a", named: "https://b", file: "/d/server"))"
                == "the weights of this log go to https://a, not to https://b; use another folder with --data, or, when the "
                + "server has moved, remove /d/server and name the new address")
        #expect(
            "\(ServerError.forgotten(file: "/d/server"))"
                == "/d/server is gone, which says where what is queued goes; name the server again with --server")
        #expect(
            "\(ServerError.damagedAddress(file: "/d/server"))"
                == "/d/server holds no address; remove it, and name the server again with --server")
        #expect("\(ServerError.noToken(path: "-"))" == "there is no token in standard input")
        #expect("\(ServerError.unusableToken(path: "t\u{7}", reason: "No."))" == "t\\u{7}: No.")
        #expect(
            "\(ServerError.refused(2))"
                == "the server refused 2 changes; 'weightlog queue' shows what and why, and what to do")
        #expect(
            "\(ServerError.remaining(1, reason: nil))"
                == "1 change not pushed: the server is not there, or takes nothing now; nothing is lost, sync again later"
        )
        #expect(
            "\(ServerError.remaining(1, reason: "The server answered 503."))"
                == "1 change not pushed: the server is not there, or takes nothing now; nothing is lost, sync again later. "
                + "The server answered 503."
        )
        #expect(
            "\(ServerError.unauthorized(remaining: 2))"
                == "2 changes not pushed: the server takes no one without the right token; give it with --token-file FILE"
        )
        #expect("\(ServerError.notFetched(reason: "No."))" == "what the server has was not brought: No.")
        #expect(
            "\(ServerError.noDeadLetter("9"))" == "no refused change has the number 9; 'weightlog queue' shows them")
        #expect("\(ServerError.notANumber("x"))" == "'x' is neither a number from 'weightlog queue' nor 'all'")
    }
}
