/// What happened in a run as lanes: one for each task, core and call of a service, with a column for each line of the history.
struct SimulationLanes {
    enum Mark: Character {
        case happens = "*"
        case called = "["
        case calledWithFault = "!"
        case arrives = ">"
        case answered = "]"
        case fails = "x"
    }

    struct Lane {
        let name: String
        /// By column, from left to right.
        var marks: [(column: Int, mark: Mark)]

        /// As it stands in front of the lane.
        var label: String { name.count > 24 ? "\(name.prefix(23))…" : name }
    }

    /// In the order in which they begin.
    private(set) var lanes: [Lane] = []
    private let lines: [HistoryLine]

    init(_ lines: [HistoryLine]) {
        self.lines = lines
        var places: [String: Int] = [:]
        for (column, line) in lines.enumerated() {
            let name = line.call?.id ?? line.who ?? "outside"
            let place = places[name] ?? lanes.count
            if place == lanes.count {
                places[name] = place
                lanes.append(Lane(name: name, marks: []))
            }
            lanes[place].marks.append((column, Mark(line)))
        }
    }

    /// Whether a call goes on from this mark to the next.
    private static func isOpen(_ lane: Lane, after index: Int) -> Bool {
        switch lane.marks[index].mark {
        case .called, .calledWithFault, .arrives: index + 1 < lane.marks.count
        case .happens, .answered, .fails: false
        }
    }

    // MARK: As text

    /// A line for each lane; nil where one lane alone shows nothing, or where many are more than anybody looks at.
    var text: String? {
        guard (2...16).contains(lanes.count), lines.count <= 60 else { return nil }
        let width = lanes.reduce(0) { max($0, $1.label.count) }
        let rows = lanes.map { lane in
            "  \(lane.label)\(String(repeating: " ", count: width - lane.label.count))  \(Self.row(lane))"
        }
        return rows.joined(separator: "\n")
    }

    private static func row(_ lane: Lane) -> String {
        var row = ""
        for (index, (column, mark)) in lane.marks.enumerated() {
            let isOpen = index > 0 && isOpen(lane, after: index - 1)
            row += String(repeating: isOpen ? "-" : " ", count: column - row.count)
            row.append(mark.rawValue)
        }
        return row
    }

    // MARK: As a picture

    private static let step = 18
    private static let height = 24
    private static let left = 190

    /// An SVG file. Each mark says its line when it is pointed at; the colours follow the reader's choice of light or dark.
    var picture: String {
        let size = (Self.left + Self.step * (lines.count + 1), Self.height * (lanes.count + 1))
        let rows = lanes.enumerated().map { row($1, at: $0) }.joined()
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(size.0)" height="\(size.1)" viewBox="0 0 \(size.0) \(size.1)" \
            role="img" aria-label="What happens in the run" font-family="system-ui, sans-serif" font-size="13">
            <style>
            :root { color-scheme: light dark; }
            .ground { fill: #fff; } .rule { stroke: #d8dbe2; } .text { fill: #4a5060; } .mark { fill: #3557c9; }
            .call { stroke: #3557c9; stroke-width: 4; } .bad { fill: #b3261e; }
            @media (prefers-color-scheme: dark) {
            .ground { fill: #16181d; } .rule { stroke: #333844; } .text { fill: #aab1c0; } .mark { fill: #8aa8ff; }
            .call { stroke: #8aa8ff; } .bad { fill: #ff8a80; }
            }
            </style>
            <rect class="ground" width="100%" height="100%"/>
            \(rows)</svg>

            """
    }

    private func row(_ lane: Lane, at place: Int) -> String {
        let y = Self.height * place + Self.height
        func x(_ column: Int) -> Int { Self.left + Self.step * column + Self.step / 2 }
        var parts = ["<line class=\"rule\" x1=\"\(Self.left)\" x2=\"100%\" y1=\"\(y)\" y2=\"\(y)\"/>"]
        parts.append("<text class=\"text\" x=\"12\" y=\"\(y + 4)\">\(Self.escaped(lane.label))</text>")
        for index in lane.marks.indices.dropLast() where Self.isOpen(lane, after: index) {
            let ends = (x(lane.marks[index].column), x(lane.marks[index + 1].column))
            parts.append("<line class=\"call\" x1=\"\(ends.0)\" x2=\"\(ends.1)\" y1=\"\(y)\" y2=\"\(y)\"/>")
        }
        for (column, mark) in lane.marks {
            let tone = mark == .fails || mark == .calledWithFault ? "bad" : "mark"
            let title = Self.escaped("\(lines[column])".drop { $0 == " " })
            parts.append(
                "<circle class=\"\(tone)\" cx=\"\(x(column))\" cy=\"\(y)\" r=\"5\"><title>\(title)</title></circle>")
        }
        return parts.joined(separator: "\n") + "\n"
    }

    private static func escaped(_ text: some StringProtocol) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(character)
            }
        }
    }
}

extension SimulationLanes.Mark {
    fileprivate init(_ line: HistoryLine) {
        switch line.call?.step {
        case nil: self = .happens
        case .called(let isFaulty): self = isFaulty ? .calledWithFault : .called
        case .arrives: self = .arrives
        case .answered: self = .answered
        case .fails: self = .fails
        }
    }
}
