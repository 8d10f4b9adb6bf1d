/// An editing session, keystroke by keystroke: the text it began with, every edit, and the text it led to.
///
/// In the form of Joseph Gentle's `josephg/editing-traces`: transactions of patches `[position, deleted, "inserted"]`.
struct Trace: Equatable, Sendable {
    let start: String
    let end: String
    /// The patches of all transactions, in order. Each one fits the text that those before it have left.
    let edits: [Edited]
    let transactionCount: Int
}

/// Where something stands in a trace: both are counted from 1.
struct TracePlace: Equatable, Sendable, CustomStringConvertible {
    var transaction: Int
    var patch: Int?

    var description: String {
        patch.map { "transaction \(transaction), patch \($0)" } ?? "transaction \(transaction)"
    }
}

extension Trace {
    /// Reads a trace, and checks that every patch fits the text at its time, so that a replay cannot fail half way.
    init(json: [UInt8]) throws(TraceProblem) {
        var reader = JSONReader(json)
        var start: String?
        var end: String?
        var transactions: Transactions?

        switch try reader.kind() {
        case .object: try reader.beginObject()
        case .end: throw .empty
        default: throw .wrongType(of: "a trace", expected: "one JSON object", nil)
        }
        var index = 0
        while let key = try reader.key(index) {
            switch key {
            case "startContent": start = try reader.string(key)
            case "endContent": end = try reader.string(key)
            case "txns": transactions = try Transactions(&reader)
            default: try reader.skip()
            }
            index += 1
        }
        try reader.finish()

        guard let start else { throw .missing(key: "startContent", nil) }
        guard let end else { throw .missing(key: "endContent", nil) }
        guard let transactions else { throw .missing(key: "txns", nil) }
        try transactions.check(startLength: start.unicodeScalars.count)
        self.init(
            start: start, end: end, edits: transactions.edits, transactionCount: transactions.patchCounts.count)
    }
}

extension JSONReader {
    fileprivate mutating func string(_ key: String) throws(TraceProblem) -> String {
        guard try kind() == .string else { throw .wrongType(of: "\"\(key)\"", expected: "a string", nil) }
        return try string()
    }
}

/// The transactions of a trace, one patch after another.
struct Transactions {
    private(set) var edits: [Edited] = []
    /// How many of the edits belong to each transaction.
    private(set) var patchCounts: [Int] = []

    init(_ reader: inout JSONReader) throws(TraceProblem) {
        guard try reader.kind() == .array else { throw .wrongType(of: "\"txns\"", expected: "an array", nil) }
        try reader.beginArray()
        while try reader.hasElement(patchCounts.count) {
            let before = edits.count
            try readTransaction(&reader, at: TracePlace(transaction: patchCounts.count + 1))
            patchCounts.append(edits.count - before)
        }
    }

    private mutating func readTransaction(_ reader: inout JSONReader, at place: TracePlace) throws(TraceProblem) {
        guard try reader.kind() == .object else {
            throw .wrongType(of: "a transaction", expected: "an object", place)
        }
        var hasPatches = false
        var index = 0
        try reader.beginObject()
        while let key = try reader.key(index) {
            if key == "patches" && !hasPatches {
                hasPatches = true
                try readPatches(&reader, at: place)
            } else {
                try reader.skip()
            }
            index += 1
        }
        guard hasPatches else { throw .missing(key: "patches", place) }
    }

    private mutating func readPatches(_ reader: inout JSONReader, at place: TracePlace) throws(TraceProblem) {
        guard try reader.kind() == .array else {
            throw .wrongType(of: "\"patches\"", expected: "an array", place)
        }
        var index = 0
        try reader.beginArray()
        while try reader.hasElement(index) {
            index += 1
            edits.append(try reader.patch(at: TracePlace(transaction: place.transaction, patch: index)))
        }
    }

    /// Makes sure that every edit lies within the text that those before it have left.
    func check(startLength: Int) throws(TraceProblem) {
        var length = startLength
        var next = 0
        for (transaction, patchCount) in patchCounts.enumerated() {
            for patch in 0..<patchCount {
                let place = TracePlace(transaction: transaction + 1, patch: patch + 1)
                try edits[next].check(length: &length, at: place)
                next += 1
            }
        }
    }
}

extension Edited {
    fileprivate func check(length: inout Int, at place: TracePlace) throws(TraceProblem) {
        guard position <= length else { throw .positionPastEnd(Int(position), length: length, place) }
        guard deletedCount <= length - Int(position) else {
            throw .deletionPastEnd(range, length: length, place)
        }
        length += inserted.unicodeScalars.count - Int(deletedCount)
    }
}

extension JSONReader {
    /// `[position, deleted, "inserted"]`
    fileprivate mutating func patch(at place: TracePlace) throws(TraceProblem) -> Edited {
        guard try kind() == .array else {
            throw .wrongType(of: "a patch", expected: "an array [position, deleted, \"inserted\"]", place)
        }
        var edit = Edited(position: 0, deletedCount: 0, inserted: "")
        var index = 0
        try beginArray()
        while try hasElement(index) {
            switch index {
            case 0: edit.position = try count(of: "position", at: place)
            case 1: edit.deletedCount = try count(of: "number of deleted code points", at: place)
            case 2:
                guard try kind() == .string else {
                    throw .wrongType(of: "the inserted text", expected: "a string", place)
                }
                edit.inserted = try string()
            default: try skip()
            }
            index += 1
        }
        guard index == 3 else { throw .wrongCount(index, place) }
        return edit
    }

    private mutating func count(of what: String, at place: TracePlace) throws(TraceProblem) -> Int32 {
        guard try kind() == .number else { throw .wrongType(of: "the \(what)", expected: "a whole number", place) }
        let text = try number()
        guard text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }) else {
            throw .wrongType(of: "the \(what)", expected: "a whole number", place)
        }
        guard !text.hasPrefix("-") else { throw .negative(what, text, place) }
        guard let count = Int32(text) else { throw .tooLarge(what, text, place) }
        return count
    }
}
