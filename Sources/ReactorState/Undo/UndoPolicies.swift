/// The policy by which every change is a step of its own.
public enum EveryChange<Document>: UndoPolicy {
    /// Always begins a step.
    public static func step(
        for event: any Event, from before: Document, to after: Document, run: Never?
    ) -> UndoStep<Never> {
        .begins(run: nil)
    }
}

/// The policy by which changes made in a row by events of one type are one step, and every other change is its own.
public enum UndoRuns<Document, Typed: Event>: UndoPolicy {
    /// Continues the step on top when this change and the one before were both made by a `Typed`.
    public static func step(
        for event: any Event, from before: Document, to after: Document, run: Bool?
    ) -> UndoStep<Bool> {
        guard event.as(Typed.self) != nil else { return .begins(run: nil) }
        return run == true ? .continues(run: true) : .begins(run: true)
    }
}

/// The policy by which assignments of one member in a row, as typing into a control makes them, are one step, and every
/// other change is its own.
public enum UndoAssignments<Document>: UndoPolicy {
    /// Continues the step on top when this change and the one before were made by an ``Assign`` of the same name for the
    /// same part. What it remembers is these two.
    public static func step(
        for event: any Event, from before: Document, to after: Document, run: [String]?
    ) -> UndoStep<[String]> {
        guard let event = event.as(Assign.self) else { return .begins(run: nil) }
        let member = [event.name] + (event.part.map { [$0] } ?? [])
        return run == member ? .continues(run: member) : .begins(run: member)
    }
}
