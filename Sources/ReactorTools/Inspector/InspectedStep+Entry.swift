import ReactorRecording

extension InspectedStep {
    /// Creates a step from an entry and the visible state after it. An entry without an event has the name of its operation.
    package init(_ entry: JournalEntry, state: EncodedValue) {
        let (operation, transaction, withdrawing) = entry.step.inspected
        self.init(
            seq: entry.seq, at: entry.at.millisecondsSince1970,
            name: entry.event?.name ?? operation?.rawValue ?? "event", version: entry.event?.version ?? 0,
            operation: operation, transaction: transaction, withdrawing: withdrawing,
            group: entry.group.map { Group(place: $0.index, count: $0.count) },
            cause: entry.cause.map {
                Cause(command: $0.command, launch: $0.launch, parent: $0.parent, place: $0.place, event: $0.event)
            },
            launchedAt: entry.launchedAt?.millisecondsSince1970, place: entry.place,
            payload: entry.event?.readablePayload, state: state)
    }
}

extension JournalStep {
    var inspected: (InspectedStep.Operation?, UInt64?, [UInt64]) {
        switch self {
        case .event(let withdrawn): (nil, nil, withdrawn.map(\.rawValue))
        case .begin(let id): (.begin, id.rawValue, [])
        case .append(let id): (.append, id.rawValue, [])
        case .commit(let id): (.commit, id.rawValue, [])
        case .replace(let id): (.replace, id.rawValue, [])
        case .rollback(let id): (.rollback, id.rawValue, [])
        case .mark(let id): (.mark, id.rawValue, [])
        case .report(let mark): (.report, mark.rawValue, [])
        case .place(let mark): (.place, mark?.rawValue, [])
        case .release(let id): (.release, id.rawValue, [])
        }
    }
}

extension Redactor {
    /// Redacts the payload and the state of a step.
    ///
    /// - Parameter secrets: The secrets of the recording, to which those of the payload are added.
    func step(_ step: InspectedStep, knowing secrets: inout Set<String>) -> InspectedStep {
        var step = step
        let seen = step.state.json
        step.state = .json(state(seen))
        let shown = step.payload
        if let shown {
            secrets.formUnion(self.secrets(in: shown, of: step.name))
            step.payload = payload(shown, of: step.name, seenWith: seen, knowing: secrets)
        }
        if step.payload != shown, let command = step.cause?.command { step.cause?.command = Self.command(command) }
        return step
    }
}
