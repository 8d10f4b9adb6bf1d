import ReactorRecording
import ReactorTerminal

/// The history of a value as the output of the tool.
struct ValueAnswer {
    /// The path of the value, with rows by id.
    let way: [ValuePath.Step]
    /// The entry after which the value is current.
    let seq: UInt64
    /// The current value, or nil if it does not exist.
    private let now: LocatedValue?
    /// The number of changes.
    private let count: Int
    /// The changes to list, in order: all, or the last one.
    private let told: [ValueChange]
    /// The change that created the value, and the number of changes before it, or nil if the value exists from the beginning.
    private let put: (change: ValueChange, before: Int)?
    /// The path as it was written.
    let written: String
    /// The redactor, or nil to show everything. Ids can be secret; the path is then shown as it was written.
    let redactor: Redactor?
    /// The entries that reasons refer to, if ``findEvents(in:)`` has found them.
    private var events: [UInt64: JournalEntry] = [:]

    init(
        way: [ValuePath.Step], seq: UInt64, changes: ValueChanges, _ origins: StepOrigins, written: String,
        redactor: Redactor?
    ) {
        self.way = way
        self.seq = seq
        now = changes.now
        count = changes.count
        told = (changes.all.isEmpty ? changes.last.map { [$0] } ?? [] : changes.all).map(origins.complete)
        put = changes.put.map { (origins.complete($0.change), $0.before) }
        self.written = written
        self.redactor = redactor
    }

    /// Returns the redacted value.
    private func shown(_ moment: LocatedValue?) -> EncodedValue? {
        guard let moment, let redactor else { return moment?.value }
        return .json(redactor.value(moment.value.json, at: moment.place))
    }

    /// Finds the entries that the reasons refer to.
    mutating func findEvents(in recording: some RecordingSource) throws(ReplayError) {
        var numbers: Set<UInt64> = []
        var causes: [UInt64: JournalCause] = [:]
        for case .reacted(let number, let cause) in told.flatMap(\.reasons) {
            numbers.insert(number)
            causes[number] = cause
        }
        guard let first = numbers.min() else { return }
        var lines = try recording.lines(after: first - 1)
        while let line = try lines.next() {
            guard case .entry(var entry) = line, numbers.remove(entry.seq) != nil else { continue }
            entry.cause = entry.cause ?? causes[entry.seq]
            events[entry.seq] = entry
            guard let following = numbers.min() else { return }
            // A read begins near an entry. If the next entry is near, it is faster to continue.
            if following > entry.seq + 4_000 { lines = try recording.lines(after: following - 1) }
        }
    }

    private var name: String { redactor != nil ? written : way.text.isEmpty ? "the state" : way.text }

    // MARK: For people

    /// Returns the lines of the answer: the last change, or all changes with the newest first, and the creation of the value.
    func lines(all: Bool) -> [String] {
        guard let last = told.last else {
            return ["\(text(shown(now))) since the beginning of the recording: \(name.escaped()) never changes"]
        }
        guard all else { return lines(of: last) + origin }
        var lines: [String] = []
        for change in told.reversed() { lines += self.lines(of: change) }
        // The value exists from the beginning.
        if let first = shown(told.first?.before) {
            lines.append("\(text(first)) since the beginning of the recording")
        }
        return lines
    }

    private func lines(of change: ValueChange) -> [String] {
        let values = text(shown(change.before), shown(change.after))
        return ["\(values) by \(text(change.entry))\(others(of: change))"]
            + change.reasons.map { "  \(text($0))" }
    }

    /// The lines about the creation of the value, and the number of changes that are not listed.
    private var origin: [String] {
        guard count > 0 else { return [] }
        let others = count > 1 ? ["\(changes(count - 1)) before it: --all"] : []
        guard now != nil else { return others }
        guard let put else {
            return [(["exists since the beginning of the recording"] + others).joined(separator: "; ")]
        }
        if put.before == count - 1 { return others }
        let between = count - put.before - 2
        let told = between > 0 ? "\(changes(between)) in between" : "no change in between"
        return ["created by \(text(put.change.entry)); \(told)" + (put.before + between > 0 ? ": --all" : "")]
    }

    private func changes(_ count: Int) -> String { count == 1 ? "1 change" : "\(count) changes" }

    private func others(of change: ValueChange) -> String {
        change.step.count == 1 ? "" : ", one step with #\(change.step.lowerBound) to #\(change.step.upperBound)"
    }

    private func text(_ value: EncodedValue?) -> String { value.map { $0.excerpt(60) } ?? "nothing" }

    /// Returns a text such as `20 -> 30`. For long values whose visible beginnings are equal, the places of the differences.
    private func text(_ before: EncodedValue?, _ after: EncodedValue?) -> String {
        let (left, right) = (text(before), text(after))
        guard left == right, let before, let after, !before.isEqual(to: after) else { return "\(left) -> \(right)" }
        if case .json(.string(let first)) = before, case .json(.string(let second)) = after {
            let same = zip(first, second).prefix { $0 == $1 }.count
            let shown = [first, second].map {
                JSON.string(String($0.dropFirst(max(0, same - 8)))).excerpt(60).dropFirst()
            }
            return shown.map { "…\($0)" }.joined(separator: " -> ")
        }
        let difference = JSONDifference(from: before, to: after, limit: 1)
        guard let change = difference.changes.first, !change.path.steps.isEmpty else { return "\(left) -> \(right)" }
        let others = difference.omitted > 0 ? " and in \(difference.omitted.counted("more place"))" : ""
        return
            "\(text(change.before.map { .json($0) }, change.after.map { .json($0) })) in \(place(change.path))\(others)"
    }

    /// Returns the place inside of the value.
    private func place(_ path: JSONPath) -> String {
        let inner = "\(path)"
        if redactor == nil ? way.isEmpty : written == "$" || written == "/" { return inner.escaped() }
        return (name + (inner.hasPrefix("[") ? "" : ".") + inner).escaped()
    }

    /// Returns a text such as `#371 weight.saved  (SaveWeight, launch 12, WeightLog/SaveWeight.swift:41)`.
    private func text(_ entry: JournalEntry) -> String {
        let command = entry.cause.map { "\($0.command), launch \($0.launch)" }
        let details = [command, entry.place].compactMap { $0 }.joined(separator: ", ").escaped()
        return "#\(entry.seq) \(entry.title.escaped())" + (details.isEmpty ? "" : "  (\(details))")
    }

    private func text(_ reason: ValueChanges.Reason) -> String {
        switch reason {
        case .answered(let entry): "which replaces the prediction of \(text(entry))"
        case .rolledBack(let entry): "which rolls back the prediction of \(text(entry))"
        case .launched(let cause):
            "because \(cause.command.escaped()), launch \(cause.launch), was fired"
                + (cause.place.map { " at \($0)" } ?? "").escaped()
                + (cause.parent.map { " by launch \($0)" } ?? "")
        case .reacted(let number, _): "because \(events[number].map(text) ?? "#\(number)")"
        }
    }

    // MARK: For programs

    /// Returns the answer as one object.
    func json(all: Bool) -> JSON {
        var json: JSON = ["path": .string(way.isEmpty ? "$" : name), "at": .number(JSON.Number(seq))]
        json["value"] = shown(now)?.json
        json["changes"] = .number(JSON.Number(count))
        if all {
            json["all"] = .array(told.reversed().map { self.json($0) })
        } else if let last = told.last {
            json["last"] = self.json(last)
        }
        if let put { json["put"] = self.json(put.change) }
        return json
    }

    private func json(_ change: ValueChange) -> JSON {
        var json = self.json(change.entry)
        json["before"] = shown(change.before)?.json
        json["after"] = shown(change.after)?.json
        if change.step.count > 1 { json["step"] = .array(change.step.map { .number(JSON.Number($0)) }) }
        json["because"] = .array(change.reasons.map(self.json))
        return json
    }

    private func json(_ entry: JournalEntry) -> JSON {
        var json: JSON = ["entry": .number(JSON.Number(entry.seq)), "event": .string(entry.title)]
        json["command"] = entry.cause.map { .string($0.command) }
        json["launch"] = entry.cause.map { .number(JSON.Number($0.launch)) }
        json["place"] = entry.place.map { .string($0) }
        return json
    }

    private func json(_ reason: ValueChanges.Reason) -> JSON {
        switch reason {
        case .answered(let entry): return ["answers": json(entry)]
        case .rolledBack(let entry): return ["rollsBack": json(entry)]
        case .launched(let cause):
            var json: JSON = ["command": .string(cause.command), "launch": .number(JSON.Number(cause.launch))]
            json["place"] = cause.place.map { .string($0) }
            json["parent"] = cause.parent.map { .number(JSON.Number($0)) }
            return json
        case .reacted(let number, _):
            return ["reactsTo": events[number].map(json) ?? ["entry": .number(JSON.Number(number))]]
        }
    }
}

extension JournalEntry {
    /// The name of its event, or of its operation on the log.
    fileprivate var title: String { event?.name ?? step.inspected.0?.rawValue ?? "event" }
}
