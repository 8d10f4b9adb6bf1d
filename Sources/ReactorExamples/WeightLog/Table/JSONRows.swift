import ReactorRecording

/// The objects of an array of JSON as rows of a table, whose columns are the names in them: `[{"date": …, "weight": …}]`, or
/// the same as the only array of an object.
///
/// An object that is none costs its own row, and reading goes on with the next one.
struct JSONRows {
    /// The names, in the order in which they come.
    private(set) var columns: [String] = []
    private(set) var rows: [TableRow] = []

    /// - Throws: ``TableError/cutOff(line:)``, and ``TableError/notATable(_:)`` when there are no objects in an array.
    init(_ bytes: [UInt8]) throws(TableError) {
        let objects = try Self.objects(in: bytes)
        guard !objects.isEmpty else { throw .notATable(.json) }
        var read: [(line: Int, values: [String: String]?)] = []
        var known: Set<String> = []
        for (line, range) in objects {
            guard let object = try? JSON(parsing: bytes[range]).object else {
                read.append((line, nil))
                continue
            }
            var values: [String: String] = [:]
            for member in object.members {
                if known.insert(member.key).inserted { columns.append(member.key) }
                values[member.key] = Self.text(member.value)
            }
            read.append((line, values))
        }
        rows = read.map { line, values in
            guard let values else { return TableRow(line: line, cells: .failure(.brokenObject)) }
            return TableRow(line: line, cells: .success(columns.map { values[$0] ?? "" }))
        }
    }

    /// A cell; empty for what is no text and no number.
    private static func text(_ value: JSON) -> String? { value.string ?? value.number?.text }

    /// Where each object begins and ends that is directly in an array, and in nothing else but an object.
    private static func objects(in bytes: [UInt8]) throws(TableError) -> [(line: Int, range: Range<Int>)] {
        var objects: [(Int, Range<Int>)] = []
        var open: [UInt8] = []
        var start: (line: Int, place: Int, depth: Int)?
        var line = 1
        var isText = false
        var isEscaped = false
        var isLost = false
        for (place, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "\n") { line += 1 }
            if isText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isText = false
                } else if byte == UInt8(ascii: "\n"), let begun = start {
                    // No text of JSON goes over the end of a line: a quotation mark is missing, and costs its own object.
                    objects.append((begun.line, begun.place..<place))
                    open.removeSubrange(begun.depth...)
                    (isText, isLost, start) = (false, true, nil)
                }
                continue
            }
            if isLost, byte == UInt8(ascii: "}") {
                isLost = false
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let isRow = byte == UInt8(ascii: "{") && open.last == UInt8(ascii: "[") && open.count <= 2
                if start == nil, isRow { (start, isLost) = ((line, place, open.count), false) }
                open.append(byte)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = open.popLast()
                if let begun = start, begun.depth == open.count {
                    objects.append((begun.line, begun.place..<place + 1))
                    start = nil
                }
            default: break
            }
        }
        guard open.isEmpty else { throw .cutOff(line: line) }
        return objects
    }
}
