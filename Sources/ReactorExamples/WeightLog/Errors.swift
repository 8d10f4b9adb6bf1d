import Terminal

/// What a person wrote that is no weight, no date or no record.
enum ReadingError: ProgramError, Equatable {
    case notADate(String)
    case yearOutOfRange(String)
    case noSuchDay(String, year: Int, month: Int)
    case notAWeight(String)
    case impossibleWeight(String, WeightUnit)
    case unknownUnit(String)

    var description: String {
        switch self {
        case .notADate(let text):
            "'\(text.excerpt)' is not a date; write it as 2026-01-02"
        case .yearOutOfRange(let text):
            "\(text.excerpt) is not a year that a weight can be from; "
                + "years from \(Day.acceptedYears.lowerBound) to \(Day.acceptedYears.upperBound) are"
        case .noSuchDay(let text, let year, let month) where (1...12).contains(month):
            "there is no \(text.excerpt): "
                + "that month has \(Day.length(ofMonth: month, year: year).counted("day"))"
        case .noSuchDay(let text, _, _):
            "there is no \(text.excerpt): a year has 12 months; write year, month, day, as in 2026-01-02"
        case .notAWeight(let text):
            "'\(text.excerpt)' is not a weight; write a number such as 81.4, and --unit lb for pounds"
        case .impossibleWeight(let text, .kilograms):
            "\(text.excerpt) kg is not a possible weight; it is 20 to 500 kg (--unit lb for pounds)"
        case .impossibleWeight(let text, .pounds):
            "\(text.excerpt) lb is not a possible weight; it is 44.1 to 1102.3 lb, which is 20 to 500 kg"
        case .unknownUnit(let text):
            "'\(text.excerpt)' is not a unit; it is kg or lb"
        }
    }
}

/// A record that a person named and that is not there, or not alone.
enum SelectionError: ProgramError, Equatable {
    case notARecord(String)
    case noSuchNumber(String)
    case nothingOnDay(Day)
    case severalOnDay(Day, [WeightRecord], verb: String)

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

/// What is wrong with the folder or the file that the weights are kept in.
enum StoreError: ProgramError, Equatable {
    case noFolder
    case unusableFolder(String, SystemFailure)
    case unwritableFolder(String, SystemFailure)
    case unreadableFile(String, SystemFailure)
    case damagedFile(String, Damage)
    case busyFolder(String, holder: FolderHolder?)

    var description: String {
        switch self {
        case .noFolder:
            "there is no folder to keep weights in; name one with --data DIR"
        case .unusableFolder(let path, let failure):
            "cannot use the folder \(path.escaped()): \(failure.reason); name another with --data DIR"
        case .unwritableFolder(let path, let failure):
            "cannot write to the folder \(path.escaped()): \(failure.reason); nothing was changed"
        case .unreadableFile(let path, let failure):
            "cannot read \(path.escaped()): \(failure.reason)"
        case .damagedFile(let path, let damage) where damage.isForeign:
            "\(path.escaped()) cannot be read: \(damage.reason); it was left as it is"
        case .damagedFile(let path, let damage):
            "\(path.escaped()) is damaged at line \(damage.line) (byte \(damage.byte)): \(damage.reason); "
                + "it was left as it is. Put a backup in its place, or move it away to begin a new log"
        case .busyFolder(let path, let holder?):
            "the folder \(path.escaped()) is in use by process \(holder.process)"
                + "\(holder.verb.map { " (weightlog \($0.escaped()))" } ?? ""); waited 2 seconds; "
                + "try again when it has ended"
        case .busyFolder(let path, nil):
            "the folder \(path.escaped()) is in use by another process; waited 2 seconds; try again when it has ended"
        }
    }
}

extension Damage {
    /// Whether the file is whole and only not for this program.
    var isForeign: Bool {
        switch kind {
        case .notADataFile, .newerVersion: true
        default: false
        }
    }

    var reason: String {
        switch kind {
        case .notADataFile: "it is not a file of weightlog"
        case .newerVersion(let version): "a newer weightlog wrote it (format \(version))"
        case .checksum: "the line is not what was written"
        case .unreadableLine: "the line cannot be understood"
        case .doubledNumber(let id): "number \(id) is there twice"
        case .cutShort: "the file ends too early"
        case .wrongCount(let said, let found): "\(said.counted("weight")) should be there, \(found) found"
        case .wholeChecksum: "lines before it were lost, doubled or moved"
        case .moreAfterEnd: "something follows the last line"
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

/// Why a whole table cannot be read.
enum TableError: ProgramError, Equatable {
    case columnMissing(String)
    case columnDoubled(String)
    case empty

    var description: String {
        switch self {
        case .columnMissing(let name):
            "the first line has no column '\(name)'; the columns are date, weight and, if you like, unit"
        case .columnDoubled(let name): "the first line has more than one column for the \(name)"
        case .empty: "there are no rows in it"
        }
    }
}

/// A file of which something could not be imported.
enum ImportError: ProgramError, Equatable {
    case table(path: String, TableError)
    case badRows(path: String, Int, kept: Int)

    var description: String {
        switch self {
        case .table(let path, let error): "\(ImportError.named(path)): \(error)"
        case .badRows(let path, let count, let kept):
            "\(ImportError.named(path)): \(count.counted("row")) could not be used; "
                + (kept == 0
                    ? "no other is there" : "the other \(kept == 1 ? "one is" : "\(kept.grouped) are") in the log")
        }
    }

    static func named(_ path: String) -> String { path == "-" ? "standard input" : path.escaped() }
}

extension RowFault: CustomStringConvertible {
    var description: String {
        switch self {
        case .csv(.notUTF8): "the text is not UTF-8"
        case .csv(.quoteNotClosed): "a quotation mark is not closed"
        case .csv(.textAfterQuote(let column)): "something follows the closing quotation mark in cell \(column)"
        case .table(let error): error.description
        case .tooManyCells(let count, let expected):
            "\(count) cells where \(expected) are expected; put quotation marks around a decimal comma"
        case .cellMissing(let name): "the \(name) is missing"
        case .reading(let error): error.description
        }
    }
}

extension String {
    /// Enough of a text to recognise it by, fit to be shown.
    fileprivate var excerpt: String {
        count > 40 ? "\(prefix(40))…".escaped() : escaped()
    }
}

/// A question that was not answered with yes.
enum ResetError: ProgramError, Equatable {
    case notConfirmed

    var description: String { "not confirmed; nothing was deleted" }
}

/// A story whose end is not the truth.
enum StoryError: ProgramError, Equatable {
    case differs

    var description: String { "what shows is not what the service has" }
}
