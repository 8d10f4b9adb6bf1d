import Reactor

extension ActivityRecorder.Observations {
    /// The commands in progress, in the order of their launch.
    var running: [String] { commands.keys.sorted().compactMap { commands[$0].map(describe) } }

    func describe(_ launch: ObservedCommand) -> String { "\(launch.name) (launch \(launch.launch))" }

    func describe(_ id: PredictionID) -> String {
        let events = predictions[id, default: []].map { "\(type(of: $0))" }.joined(separator: ", ")
        return "\(id) (\(events))"
    }

    /// Returns a happening as the line of a list.
    func describe(_ happening: CoreActivity<StateType>) -> String {
        let from = happening.cause.map { ", fired by \($0.command) (launch \($0.launch))" } ?? ""
        let place = happening.steps.lazy.compactMap(\.place).first.map { ", at \($0)" } ?? ""
        return describeSteps(of: happening) + from + place
    }

    private func describeSteps(of happening: CoreActivity<StateType>) -> String {
        let events = list(happening.events)
        if let (id, events) = happening.predicted {
            return "\(list(events)) predicted: assert it with predicted(\(first(of: id)).self)"
        }
        if let (id, replacement) = happening.committed {
            return
                "\(describe(id)) committed\(suffix(replacement)): assert it with committed(\(types(of: id, with: replacement)))"
        }
        if let id = happening.rolledBack {
            return
                "\(describe(id)) rolled back\(suffix(happening.events)): assert it with rolledBack(\(types(of: id, with: happening.events)))"
        }
        return happening.events.count == 1 ? events : "\(events), as one group: assert it with receive(group:)"
    }

    /// Returns the type of the first event of a prediction, which names it in a test.
    private func first(of id: PredictionID) -> String { predictions[id]?.first.map { "\(type(of: $0))" } ?? "_" }

    /// Returns the arguments of the call that would check the end of a prediction.
    private func types(of id: PredictionID, with events: [any Event]) -> String {
        let others = events.map { "\(type(of: $0)).self" }.joined(separator: ", ")
        return "\(first(of: id)).self" + (others.isEmpty ? "" : ", with: \(others)")
    }

    private func suffix(_ events: [any Event]) -> String { events.isEmpty ? "" : " with \(list(events))" }

    private func list(_ events: [any Event]) -> String {
        events.map { ValueText.short($0) }.joined(separator: ", ")
    }
}
