import Reactor

extension Witness.Content {
    /// The commands that have not ended, in the order of their launch.
    var running: [String] { commands.keys.sorted().compactMap { commands[$0].map(describe) } }

    func describe(_ launch: CommandLaunch) -> String { "\(launch.name) (launch \(launch.launch))" }

    func describe(_ id: PredictionID) -> String {
        let events = predictions[id, default: []].map { "\(type(of: $0))" }.joined(separator: ", ")
        return "\(id) (\(events))"
    }

    /// One thing that happened, with what it holds, as the line of a list.
    func describe(_ happening: Happening<StateType>) -> String {
        let from = happening.cause.map { ", fired by \($0.command) (launch \($0.launch))" } ?? ""
        return describeSteps(of: happening) + from
    }

    private func describeSteps(of happening: Happening<StateType>) -> String {
        let events = list(happening.events)
        if let (_, events) = happening.predicted { return Errors.predicted(list(events)) }
        if let (id, replacement) = happening.confirmed { return Errors.confirmed(describe(id), list(replacement)) }
        if let id = happening.withdrawn { return Errors.withdrawn(describe(id), events) }
        return happening.events.count == 1 ? events : Errors.group(events)
    }

    private func list(_ events: [any Event]) -> String {
        events.map { ValueText.short($0) }.joined(separator: ", ")
    }
}
