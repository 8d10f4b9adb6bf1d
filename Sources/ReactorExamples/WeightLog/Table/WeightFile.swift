/// A file of weights while it comes: a table, JSON, or an export of Apple Health, by what it begins with.
struct WeightFile {
    private enum Content {
        case unknown([UInt8])
        case health(HealthReader)
        case other([UInt8])
    }

    private var content = Content.unknown([])

    /// Takes the next piece.
    ///
    /// - Throws: ``TableError`` when it is clear already that nothing can be read.
    mutating func take(_ piece: some Collection<UInt8>) throws(TableError) {
        switch content {
        case .unknown(var begun):
            begun += piece
            let start = begun.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            guard let first = begun[start...].first(where: { $0 > 32 }) else {
                content = .unknown(begun)
                return
            }
            guard first == UInt8(ascii: "<") else {
                content = .other(begun)
                return
            }
            var reader = HealthReader()
            content = .unknown([])
            try reader.take(begun)
            content = .health(reader)
        case .health(var reader):
            // Only one may hold what it has read, or it is copied.
            content = .unknown([])
            try reader.take(piece)
            content = .health(reader)
        case .other(var bytes):
            content = .unknown([])
            bytes += piece
            content = .other(bytes)
        }
    }

    /// What was in it. `progress` is called now and then with the part of a table that has been read.
    ///
    /// - Throws: ``TableError``, and what `progress` throws.
    func table(_ wishes: WeightTable.Wishes, progress: (Double) throws -> Void = { _ in }) throws -> WeightTable {
        switch content {
        case .health(var reader):
            try reader.finish()
            return try WeightTable(health: reader, wishes: wishes)
        case .unknown(let bytes), .other(let bytes):
            let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            let first = bytes[start...].first { $0 > 32 }
            guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
                return try WeightTable(csv: bytes, wishes: wishes, progress: progress)
            }
            return try WeightTable(json: JSONRows(Array(bytes[start...])), wishes: wishes)
        }
    }
}
