import ReactorRecording

extension EntryText {
    /// The entry for programs: the members of its line in the journal, without the check.
    package var json: JSON {
        let (operation, transaction, withdrawn) = entry.step.inspected
        var json: JSON = ["seq": .number(JSON.Number(entry.seq))]
        json["number"] = entry.number.map { .number(JSON.Number($0)) }
        json["at"] = .string(time)
        json["op"] = operation.map { .string($0.rawValue) }
        json[operation?.isOfMark == true ? "mark" : "tx"] = transaction.map { .number(JSON.Number($0)) }
        if !withdrawn.isEmpty { json["withdraws"] = .array(withdrawn.map { .number(JSON.Number($0)) }) }
        json["group"] = entry.group.map { group in
            .array([group.index, group.count].map { .number(JSON.Number($0)) })
        }
        json["cause"] = entry.cause.map { cause in
            var json: JSON = ["command": .string(cause.command), "launch": .number(JSON.Number(cause.launch))]
            json["parent"] = cause.parent.map { .number(JSON.Number($0)) }
            json["event"] = cause.event.map { .number(JSON.Number($0)) }
            json["place"] = cause.place.map { .string($0) }
            return json
        }
        json["launched"] = entry.launchedAt.map { .string(Self.text(of: $0)) }
        json["place"] = entry.place.map { .string($0) }
        guard let event = entry.event else { return json }
        json["event"] = .string(event.name)
        json["v"] = .number(JSON.Number(event.version))
        json["gap"] = event.gap.map { .string($0.rawValue) }
        json["payload"] = payload
        return json
    }
}

extension InspectedStep.Operation {
    /// Whether it belongs to a mark and not to a prediction.
    var isOfMark: Bool {
        switch self {
        case .mark, .report, .place, .release: true
        case .begin, .append, .commit, .replace, .rollback: false
        }
    }
}
