/// The history of a run as a picture: a lane for each task, core and call of a service, and a column for each line of the
/// history.
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
        /// The marks by column, from left to right.
        var marks: [(column: Int, mark: Mark)]

        /// The name in front of the lane.
        var label: String { name.count > 24 ? "\(name.prefix(23))…" : name }
    }

    /// The lanes, in the order in which they begin.
    private(set) var lanes: [Lane] = []
    private let columns: Int

    init(_ lines: [HistoryLine]) {
        columns = lines.count
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

    /// Whether a call continues from this mark to the next.
    private static func isOpen(_ lane: Lane, after index: Int) -> Bool {
        switch lane.marks[index].mark {
        case .called, .calledWithFault, .arrives: index + 1 < lane.marks.count
        case .happens, .answered, .fails: false
        }
    }

    /// The picture, or nil if there is only one lane or there are too many lanes to read.
    var text: String? {
        guard (2...16).contains(lanes.count), columns <= 60 else { return nil }
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
