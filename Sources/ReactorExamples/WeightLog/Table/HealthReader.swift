/// Reads the weights of an export of Apple Health piece by piece, since the file may be larger than memory.
///
/// Of the format it knows what decides where a record begins and ends: tags, quoted attributes, entities, comments, sections
/// of characters, instructions, and the declaration of the document's type.
struct HealthReader {
    private static let bodyMass = Array("HKQuantityTypeIdentifierBodyMass".utf8)
    /// No tag of an export is as long; what is, was cut or is broken.
    private static let longestMarkup = 1 << 20

    /// A date, a weight and its unit for each record of body mass.
    private(set) var rows: [TableRow] = []
    /// Records of other measurements.
    private(set) var otherRecords = 0
    /// What was not read yet.
    private var rest: [UInt8] = []
    private var line = 1
    private var root: [UInt8]?
    private var isClosed = false
    /// Apple writes what is part of a correlation a second time, beside it.
    private var isInCorrelation = false

    /// Reads on.
    ///
    /// - Throws: ``TableError/notATable(_:)`` for another kind of XML, ``TableError/brokenMarkup(line:)``.
    mutating func take(_ piece: some Collection<UInt8>) throws(TableError) {
        rest += piece
        try read(isEnd: false)
    }

    /// Nothing comes any more.
    ///
    /// - Throws: ``TableError/cutOff(line:)`` and what ``take(_:)`` throws.
    mutating func finish() throws(TableError) {
        try read(isEnd: true)
        guard root != nil else { throw .notATable(.markup) }
        guard isClosed else { throw .cutOff(line: line) }
    }

    private mutating func read(isEnd: Bool) throws(TableError) {
        var place = 0
        while let open = rest[place...].firstIndex(of: UInt8(ascii: "<")) {
            count(place..<open)
            place = open
            guard isEnd || rest.count - open >= 9, let end = end(of: open) else { break }
            try take(markup: rest[open..<end])
            count(open..<end)
            place = end
        }
        if !rest[place...].contains(UInt8(ascii: "<")) {
            count(place..<rest.count)
            place = rest.count
        }
        rest.removeFirst(place)
        if rest.count > Self.longestMarkup { throw .brokenMarkup(line: line) }
    }

    private mutating func count(_ range: Range<Int>) {
        for byte in rest[range] where byte == UInt8(ascii: "\n") { line += 1 }
    }

    // MARK: - Where it ends

    /// Behind the markup that begins here; nil when its end has not come yet.
    private func end(of open: Int) -> Int? {
        let start = rest[open...].prefix(9)
        if start.starts(with: "<!--".utf8) { return end(of: "-->", from: open + 4) }
        if start.starts(with: "<![CDATA[".utf8) { return end(of: "]]>", from: open + 9) }
        if start.starts(with: "<?".utf8) { return end(of: "?>", from: open + 2) }
        return start.starts(with: "<!".utf8) ? endOfDeclaration(open) : endOfTag(open)
    }

    private func end(of mark: StaticString, from start: Int) -> Int? {
        let mark = Array("\(mark)".utf8)
        var place = start
        while place + mark.count <= rest.count {
            if rest[place..<place + mark.count].elementsEqual(mark) { return place + mark.count }
            place += 1
        }
        return nil
    }

    private func endOfTag(_ open: Int) -> Int? {
        var quote: UInt8?
        for place in open..<rest.count {
            let byte = rest[place]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return place + 1
            }
        }
        return nil
    }

    /// A declaration holds others, and comments with apostrophes.
    private func endOfDeclaration(_ open: Int) -> Int? {
        var depth = 0
        var place = open
        while place < rest.count {
            switch rest[place] {
            case UInt8(ascii: "<") where rest[place...].starts(with: "<!--".utf8):
                guard let end = end(of: "-->", from: place + 4) else { return nil }
                place = end
                continue
            case UInt8(ascii: "<"): depth += 1
            case UInt8(ascii: ">"):
                depth -= 1
                if depth == 0 { return place + 1 }
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard let end = rest[(place + 1)...].firstIndex(of: rest[place]) else { return nil }
                place = end
            default: break
            }
            place += 1
        }
        return nil
    }

    // MARK: - What it says

    private mutating func take(markup: ArraySlice<UInt8>) throws(TableError) {
        guard let second = markup.dropFirst().first, second != UInt8(ascii: "!"), second != UInt8(ascii: "?") else {
            return
        }
        let name = markup.dropFirst().prefix { !Self.isSpace($0) && $0 != UInt8(ascii: ">") }
        let isEmpty = markup.dropLast().last == UInt8(ascii: "/")
        if root == nil {
            root = Array(name)
            guard name.elementsEqual("HealthData".utf8) else { throw .notATable(.markup) }
        } else if name.elementsEqual("/HealthData".utf8) {
            isClosed = true
        } else if name.elementsEqual("Correlation".utf8) {
            isInCorrelation = !isEmpty
        } else if name.elementsEqual("/Correlation".utf8) {
            isInCorrelation = false
        } else if name.elementsEqual("Record".utf8), !isInCorrelation {
            take(record: markup.dropFirst(name.count + 1).dropLast(isEmpty ? 2 : 1))
        }
    }

    private mutating func take(record: ArraySlice<UInt8>) {
        guard let attributes = Self.attributes(of: record) else {
            return rows.append(TableRow(line: line, cells: .failure(.brokenTag)))
        }
        func value(_ name: String) -> ArraySlice<UInt8> {
            attributes.first { $0.name.elementsEqual(name.utf8) }?.value ?? []
        }
        guard value("type").elementsEqual(Self.bodyMass) else {
            otherRecords += 1
            return
        }
        let texts = ["startDate", "value", "unit"].map { Self.text(value($0)) }
        guard let cells = texts as? [String] else {
            return rows.append(TableRow(line: line, cells: .failure(.csv(.notUTF8))))
        }
        rows.append(TableRow(line: line, cells: .success(cells)))
    }

    private typealias Attribute = (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)

    /// Names and values; nil when they are not written as attributes are. Of a record of something else no more than says so:
    /// nearly all are.
    private static func attributes(of tag: ArraySlice<UInt8>) -> [Attribute]? {
        var attributes: [Attribute] = []
        var rest = tag.drop(while: isSpace)
        while !rest.isEmpty {
            let name = rest.prefix { !isSpace($0) && $0 != UInt8(ascii: "=") }
            rest = rest[name.endIndex...].drop(while: isSpace)
            guard !name.isEmpty, rest.popFirst() == UInt8(ascii: "=") else { return nil }
            rest = rest.drop(while: isSpace)
            guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
                let end = rest.firstIndex(of: quote)
            else { return nil }
            attributes.append((name, rest[..<end]))
            if name.elementsEqual("type".utf8), !rest[..<end].elementsEqual(bodyMass) { return attributes }
            rest = rest[(end + 1)...].drop(while: isSpace)
        }
        return attributes
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

    /// A value without its entities; what is none that XML knows stays as it is.
    private static func text(_ value: ArraySlice<UInt8>) -> String? {
        guard let text = String(validating: value, as: UTF8.self) else { return nil }
        guard text.contains("&") else { return text }
        var decoded = ""
        var rest = text[...]
        while let ampersand = rest.firstIndex(of: "&") {
            decoded += rest[..<ampersand]
            rest = rest[ampersand...]
            guard let end = rest.firstIndex(of: ";"), let character = character(rest[..<end].dropFirst()) else {
                decoded.append(rest.removeFirst())
                continue
            }
            decoded.unicodeScalars.append(character)
            rest = rest[end...].dropFirst()
        }
        return decoded + rest
    }

    private static func character(_ name: Substring) -> Unicode.Scalar? {
        switch name {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        case _ where name.hasPrefix("#x"): UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
        case _ where name.hasPrefix("#"): UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
        default: nil
        }
    }
}
