extension Redactor {
    /// Redacts a value inside a state, as ``state(_:)`` does. The whole value is redacted if it is inside a secret value.
    ///
    /// - Parameter place: The path of the value, of names and positions only. Next to a secret `document`, the names `done`,
    ///   `undone` and `run` count as the steps of an `Undoable`.
    package func value(_ json: JSON, at place: [Path.Step]) -> JSON {
        var json = json
        for path in state { json = Self.blotted(json, path.steps[...], at: place[...]) }
        return json
    }

    private static func blotted(_ json: JSON, _ steps: ArraySlice<Path.Step>, at place: ArraySlice<Path.Step>) -> JSON {
        guard let step = steps.first else { return mark }
        guard let next = place.first else { return blotted(json, steps) }
        let (rest, inner) = (steps.dropFirst(), place.dropFirst())
        switch (step, next) {
        case (.anywhere, _): return blotted(blotted(json, rest, at: place), steps, at: inner)
        case (.any, _): return blotted(json, rest, at: inner)
        case (.key("document"), .key("run")): return mark
        case (.key("document"), .key("done")), (.key("document"), .key("undone")):
            if !inner.isEmpty { return blotted(json, steps, at: inner.dropFirst()) }
            return .array(json.array?.map { blotted($0, steps) } ?? [])
        default: return step == next ? blotted(json, rest, at: inner) : json
        }
    }
}
