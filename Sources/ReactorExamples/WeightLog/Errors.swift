import ReactorRecording
import ReactorTerminal

/// A record that a person named and that is not there, or not alone.
enum SelectionError: ProgramError, Equatable {
    case notARecord(String)
    case noSuchNumber(String)
    case nothingOnDay(Day)
    case severalOnDay(Day, [WeightRecord], verb: String)

    var exitCode: ExitCode {
        if case .notARecord = self { .usage } else { .failed }
    }

    var description: String {
        switch self {
        case .notARecord(let text):
            "'\(text.excerpt)' is neither a number from 'weightlog list' nor a date such as 2026-01-02"
        case .noSuchNumber(let id):
            "there is no weight with number \(id.excerpt); 'weightlog list' shows the numbers"
        case .nothingOnDay(let day):
            "there is no weight on \(day); 'weightlog list' shows what there is"
        case .severalOnDay(let day, let records, let verb):
            "there are \(records.count.counted("weight")) on \(day); name one by its number: "
                + records.map { "'weightlog \(verb) \($0.id)' (\($0.reading.weight))" }.joined(separator: ", ")
        }
    }
}

/// What is wrong with the recording that the weights are kept in.
enum StoreError: ProgramError, Equatable {
    case busyFolder(String, process: Int32)
    case notKept(reason: String)
    case journal(JournalError)
    case replay(ReplayError)
    case recordedBefore(String)

    /// What the journal says, in the words of this program.
    static func from(_ error: any Error) -> any Error {
        switch error {
        case let error as JournalError: StoreError(error)
        case let error as ReplayError: error.journal.map(StoreError.init) ?? StoreError.replay(error)
        default: error
        }
    }

    private init(_ error: JournalError) {
        if let folder = error.path, let process = error.process {
            self = .busyFolder(folder, process: process)
        } else if let reason = error.reason {
            self = .notKept(reason: reason)
        } else {
            self = .journal(error)
        }
    }

    var description: String {
        switch self {
        case .busyFolder(let path, let process):
            "the folder \(path.escaped()) is in use by process \(process); waited 2 seconds; try again when it has ended"
        case .notKept(let reason):
            "cannot be kept: \(reason.escaped()) It may not be in the log; 'weightlog list' shows what is"
        case .journal(let error): "\(error)".escaped()
        case .replay(let error): "\(error)".escaped()
        case .recordedBefore(let path):
            "\(path.escaped()) holds a recording already; name a folder that is empty, or not there yet"
        }
    }
}

/// Why the service did not do what it was asked.
enum ServiceError: ProgramError, Equatable {
    case numberTaken(Int)
    case noSuchRecord(Int)
    case refused(String)

    var description: String {
        switch self {
        case .numberTaken(let id): "number \(id) is another weight's already"
        case .noSuchRecord(let id): "there is no weight with number \(id)"
        case .refused(let reason): reason
        }
    }
}

/// What is wrong with the server of a log, or what it did not take.
enum ServerError: ProgramError, Equatable {
    case noServer
    case unusableAddress(reason: String)
    case other(kept: String, named: String, file: String)
    case forgotten(file: String)
    case damagedAddress(file: String)
    case noToken(path: String)
    case unusableToken(path: String, reason: String)
    case refused(Int)
    case unauthorized(remaining: Int)
    case remaining(Int, reason: String?)
    case notFetched(reason: String)
    case noDeadLetter(String)
    case notANumber(String)

    var exitCode: ExitCode {
        switch self {
        case .noServer, .unusableAddress, .notANumber: .usage
        default: .failed
        }
    }

    var description: String {
        switch self {
        case .noServer: "this log has no server; name one: --server https://weights.example"
        case .unusableAddress(let reason): "--server: \(reason.escaped())"
        case .other(let kept, let named, let file):
            "the weights of this log go to \(kept.escaped()), not to \(named.escaped()); use another folder with --data, or, "
                + "when the server has moved, remove \(file.escaped()) and name the new address"
        case .forgotten(let file):
            "\(file.escaped()) is gone, which says where what is queued goes; name the server again with --server"
        case .damagedAddress(let file):
            "\(file.escaped()) holds no address; remove it, and name the server again with --server"
        case .noToken(let path): "there is no token in \(path.inputName)"
        case .unusableToken(let path, let reason): "\(path.inputName): \(reason.escaped())"
        case .refused(let count):
            "the server refused \(count.counted("change")); 'weightlog queue' shows what and why, and what to do"
        case .unauthorized(let count):
            "\(count.counted("change")) not pushed: the server takes no one without the right token; give it with "
                + "--token-file FILE"
        case .remaining(let count, let reason):
            "\(count.counted("change")) not pushed: the server is not there, or takes nothing now; nothing is lost, sync "
                + "again later" + (reason.map { ". \($0.escaped())" } ?? "")
        case .notFetched(let reason): "what the server has was not brought: \(reason.escaped())"
        case .noDeadLetter(let text): "no refused change has the number \(text.excerpt); 'weightlog queue' shows them"
        case .notANumber(let text): "'\(text.excerpt)' is neither a number from 'weightlog queue' nor 'all'"
        }
    }
}

/// Why a whole table cannot be read. Nothing of it is imported then.
enum TableError: ProgramError, Equatable {
    /// What a file is instead of a table.
    enum Kind: Equatable {
        case archive, json, markup, binary
    }

    case notATable(Kind)
    case columnMissing(String, among: [String])
    case columnDoubled(String)
    case namedColumnMissing(String, among: [String])
    case namedColumnDoubled(String)
    case noColumns(String)
    case brokenMarkup(line: Int)
    case cutOff(line: Int)
    case unitUnknown
    case datesUnclear(example: String, orders: [DateOrder])
    case datesContradict(first: Int, second: Int)
    case empty

    var description: String {
        switch self {
        case .notATable(.archive): "this is an archive or a workbook; unpack it, or save the sheet as CSV"
        case .notATable(.json):
            "this JSON is no array of objects with a date and a weight each; have the app export CSV"
        case .notATable(.markup):
            "this is XML or HTML, and no export of Apple Health, which is the file export.xml; have the app export CSV"
        case .notATable(.binary): "this is not text; have the app export CSV, or save the sheet as CSV"
        case .columnMissing(let name, let names):
            "there is no column with the \(name)"
                + (names.isEmpty
                    ? "; name the columns in a first line: date,weight,unit"
                    : " among \(names.columnNames); say which it is: --column \(name)=NAME")
        case .columnDoubled(let name):
            "there is more than one column with the \(name); say which one is meant: --column \(name)=NAME"
        case .namedColumnMissing(let name, let names):
            "no column is called '\(name.excerpt)'; there are: \(names.columnNames)"
        case .namedColumnDoubled(let name):
            "more than one column is called '\(name.excerpt)'; leave one of them out of the file"
        case .noColumns(let name):
            "an export of Apple Health has no columns, so none is called '\(name.excerpt)'; leave --column out"
        case .brokenMarkup(let line): "what begins in line \(line) has no end; have the app export it once more"
        case .cutOff(let line):
            "it ends in line \(line), before it is complete, so nothing of it was added; have the app export it once more"
        case .unitUnknown:
            "nothing in it says what its weights are in; say it: --unit kg, --unit lb or --unit st"
        case .datesUnclear(let example, let orders):
            "\(example.excerpt) may be "
                + orders.map { "\($0.words)" }.joined(separator: " or ")
                + ", and no row shows which; say it: "
                + orders.map { "--dates \($0.rawValue)" }.joined(separator: " or ")
        case .datesContradict(let first, let second):
            "the dates in lines \(first) and \(second) cannot be in one order; say the right one with --dates dmy, mdy or "
                + "ymd, and the others are named"
        case .empty: "there are no rows in it"
        }
    }
}

extension [String] {
    /// Enough of them to find the right one.
    fileprivate var columnNames: String { joined(separator: ", ").prefix(200).description.escaped() }
}

/// A file of which something could not be imported.
enum ImportError: ProgramError, Equatable {
    case table(path: String, TableError)
    case badRows(path: String, Int, kept: Int)

    var description: String {
        switch self {
        case .table(let path, let error): "\(path.inputName): \(error)"
        case .badRows(let path, let count, let kept):
            "\(path.inputName): \(count.counted("row")) could not be used; "
                + (kept == 0
                    ? "no other is there" : "the other \(kept == 1 ? "one is" : "\(kept.grouped) are") in the log")
        }
    }
}

extension RowFault: CustomStringConvertible {
    var description: String {
        switch self {
        case .brokenTag: "the attributes of this record are not written as XML writes them"
        case .brokenObject: "this object is not written as JSON writes them"
        case .csv(.notUTF8): "the text is not UTF-8"
        case .csv(.quoteNotClosed): "a quotation mark is not closed"
        case .csv(.textAfterQuote(let column)): "something follows the closing quotation mark in cell \(column)"
        case .tooManyCells(let count, let expected):
            "\(count) cells where \(expected) are expected; put quotation marks around a decimal comma"
        case .cellMissing(let name): "the \(name) is missing"
        case .unitMissing: "nothing says what the weight is in; say it: --unit kg, --unit lb or --unit st"
        case .otherOrder(let text, let order): "'\(text.excerpt)' is no day as \(order.words)"
        case .reading(let error): error.description
        }
    }
}

/// A question that was not answered with yes.
enum ResetError: ProgramError, Equatable {
    case notConfirmed

    var description: String { "not confirmed; nothing was deleted" }
}

/// A verb that another program has.
enum ElsewhereError: ProgramError, Equatable {
    case journal

    var exitCode: ExitCode { .usage }

    var description: String {
        "the journal has a program of its own: type 'weightlog-journal' instead of 'weightlog journal', or 'swift run "
            + "weightlog-journal' in the package"
    }
}

/// A story whose end is not the truth.
enum StoryError: ProgramError, Equatable {
    case differs

    var description: String { "what shows is not what the service has" }
}
