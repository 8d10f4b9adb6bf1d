struct Row: Codable, Equatable {
    var id: String
    var v: Int
    var p: Int
    var ver = 0
}

struct Operation: Codable {
    var t: String
    var id: String
    var v: Int?
    var d: Int?
    var p: Int?

    func applied(to row: Row?) -> Row? {
        if t == "put" { return Row(id: id, v: v ?? 0, p: p ?? 0, ver: row?.ver ?? 0) }
        guard var row, t != "del" else { return nil }
        switch t {
        case "set": row.v = v ?? row.v
        case "add": row.v += d ?? 0
        default: row.p = p ?? row.p
        }
        return row
    }

    /// The change that undoes it, given the previous row.
    func inverse(of row: Row?) -> Operation {
        guard let row else { return Operation(t: "del", id: id) }
        switch t {
        case "set": return Operation(t: "set", id: id, v: row.v)
        case "add": return Operation(t: "add", id: id, d: -(d ?? 0))
        case "mov": return Operation(t: "mov", id: id, p: row.p)
        default: return Operation(t: "put", id: id, v: row.v, p: row.p)
        }
    }
}

/// The server's version of a row. Nil: it is deleted.
struct Known: Decodable {
    var id: String
    var row: Row?
    var version: Int
}

struct Message: Decodable {
    struct Start: Decodable { var rows: [Row] }
    struct Act: Decodable {
        var request: String
        var op: Operation
        var plain: Bool?
    }
    struct Answer: Decodable {
        var request: String
        var ok: Bool?
        var refused: Bool?
        var lost: Bool?
        var id: String?
        var row: Row?
        var version: Int?
        var rows: [Row]?
    }
    struct Empty: Decodable {}

    var start: Start?
    var act: Act?
    var answer: Answer?
    var push: Known?
    var refresh: Empty?
    var reset: Empty?
    var restart: Empty?
}

struct Reply: Encodable {
    struct Request: Encodable {
        var request: String
        var op: Operation?
        var fetch: Bool?
    }

    var show: [Row] = []
    var send: [Request] = []
    var cancel: [String] = []
}
