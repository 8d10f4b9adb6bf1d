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
