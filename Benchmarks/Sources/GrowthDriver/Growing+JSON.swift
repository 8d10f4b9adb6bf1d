import ReactorRecording
import Workloads

/// JSON, by the kilobyte.
extension Growing {
    static let json = [
        Growing("JSON(parsing:)", "kilobytes", count: 8) { n, span in
            let text = text(n)
            let json = try span { try JSON(parsing: text) }
            try check(json.array?.isEmpty == false, "nothing was read")
        },
        Growing("JSON.bytes()", "kilobytes", count: 8) { n, span in
            let json = try JSON(parsing: text(n))
            let bytes = span { json.bytes() }
            try check(bytes.count >= n << 10, "only \(bytes.count) bytes")
        },
        Growing("JSON.decode()", "kilobytes", count: 8) { n, span in
            let json = try JSON(parsing: text(n))
            let rows = try span { try json.decode([Board.Row].self) }
            try check(!rows.isEmpty, "nothing was decoded")
        },
        Growing("JSON(encoding:)", "kilobytes", count: 8) { n, span in
            let rows = try JSON(parsing: text(n)).decode([Board.Row].self)
            let json = try span { try JSON(encoding: rows) }
            try check(json.array?.count == rows.count, "not all were encoded")
        },
        Growing("JSON(parsing:) of one long string", "kilobytes", count: 8) { n, span in
            let text = "\"\(String(repeating: "long ", count: n << 10 / 5))\""
            let json = try span { try JSON(parsing: text) }
            try check(json.string?.utf8.count == text.utf8.count - 2, "not all was read")
        },
        Growing("JSON(parsing:) of one wide object", "members") { n, span in
            let text = "{" + (0..<n).map { "\"member\($0)\":\($0)" }.joined(separator: ",") + "}"
            let json = try span { try JSON(parsing: text) }
            try check(json["member\(n - 1)"]?.int == n - 1, "not all was read")
        },
        Growing("JSON[key], each of n members", "members") { n, span in
            let json = try JSON(parsing: "{" + (0..<n).map { "\"member\($0)\":\($0)" }.joined(separator: ",") + "}")
            var sum = 0
            span { for member in 0..<n { sum += json["member\(member)"]?.int ?? 0 } }
            try check(sum == n * (n - 1) / 2, "not all were found")
        },
        Growing("JSON.decode() of a dictionary", "members") { n, span in
            let json = try JSON(parsing: "{" + (0..<n).map { "\"member\($0)\":\($0)" }.joined(separator: ",") + "}")
            let members = try span { try json.decode([String: Int].self) }
            try check(members.count == n, "not all were decoded")
        },
        Growing("JSON ==", "members") { n, span in
            let text = "{" + (0..<n).map { "\"member\($0)\":\($0)" }.joined(separator: ",") + "}"
            let (one, other) = (try JSON(parsing: text), try JSON(parsing: text))
            try check(span { one == other }, "not equal")
        },
        Growing("JSONDifference(from:to:), one change", "elements") { n, span in
            let before = JSON.array((0..<n).map { JSON($0) })
            let after = JSON.array((0..<n).map { JSON($0 == n / 2 ? -1 : $0) })
            let difference = span { JSONDifference(from: before, to: after) }
            try check("\(difference)".contains("-1"), "no difference")
        },
    ]

    /// An array of rows, n kilobytes or a little more.
    private static func text(_ n: Int) -> String {
        var (text, id) = ("[", 0)
        while text.utf8.count < n << 10 {
            if id > 0 { text += "," }
            text += #"{"id":\#(id),"text":"a row of some length","value":\#(id * 7)}"#
            id += 1
        }
        return text + "]"
    }
}
