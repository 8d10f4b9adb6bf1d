package import Reactor

/// Events of a library module that depends on this one. Such a module conforms one of the types below, so every catalog in a
/// program with this module lists its events.
package protocol ListsEvents {
    static var lines: [EventSchema] { get }
}

/// The events of a queue of changes.
package enum ChangeQueueEvents {}

/// The events of a choice of environment.
package enum EnvironmentEvents {}

extension EventSchema {
    /// Returns the lines for the library's events on a core of this state. The app's lines for the same type or name take
    /// precedence.
    ///
    /// - Parameter parts: The types of the parts, which may declare assignable members.
    static func ofLibrary<StateType: State & Codable>(
        for state: StateType.Type, parts: [Any.Type]
    ) -> [EventSchema] {
        var lines: [EventSchema] = [.commandEnded(), .reset(state, as: "state.reset")]
        var seen: Set<ObjectIdentifier> = []
        let types = ([state] + parts).filter { seen.insert(ObjectIdentifier($0)).inserted }
        let assignable = types.compactMap { $0 as? any AssignableState.Type }
        if !assignable.isEmpty { lines.append(.assignments(ofAll: assignable)) }
        if let history = state as? any UndoHistory.Type { lines += history.lines }
        for module in [ChangeQueueEvents.self, EnvironmentEvents.self] as [Any.Type] {
            if let module = module as? any ListsEvents.Type { lines += module.lines }
        }
        if let queries = QueryEvents.self as? any ModuleEvents.Type {
            for (type, name) in queries.events { lines.append(recorded(type, as: name)) }
        }
        return lines
    }
}

/// A document with its history as the whole state of a core.
private protocol UndoHistory {
    static var lines: [EventSchema] { get }
}

extension Undoable: UndoHistory {
    fileprivate static var lines: [EventSchema] {
        [
            .undo(Document.self, as: "state.undone"), .redo(Document.self, as: "state.redone"),
            .reset(Document.self, as: "document.reset"),
        ]
    }
}

/// A library event whose catalog line has its own function.
private protocol ListedByCall {
    static var call: String { get }
}

extension Undo: ListedByCall { fileprivate static var call: String { EventSchema.call("undo", Document.self) } }
extension Redo: ListedByCall { fileprivate static var call: String { EventSchema.call("redo", Document.self) } }
extension Assign: ListedByCall { fileprivate static var call: String { ".assignments(of: YourForm.self)," } }
extension CommandEnded: ListedByCall { fileprivate static var call: String { ".commandEnded()," } }

extension EventSchema {
    /// Returns the line for a `Codable` event.
    static func recorded<EventType: Event & Codable>(
        _ type: EventType.Type, as name: String, version: Int = 1, upcasting: [Int: Upcaster] = [:]
    ) -> EventSchema {
        .event(type, as: name, version: version, upcasting: upcasting)
    }

    /// Returns the source of the line for an event's type.
    static func line(for event: any Event) -> String {
        let type = Swift.type(of: event)
        let name = TypeName(type)
        if let event = event as? any PartEvent {
            let part = event.partName
            return ".part(\\.\(part), as: \"\(part)\"), in parts:, with the property \"\(part)\" of your state."
        }
        if let target = name.resetTarget { return ".reset(\(target).self, as: \"\(stableName(target)).reset\")," }
        if let listed = type as? any ListedByCall.Type { return listed.call }
        return ".event(\(name.text).self, as: \"\(stableName(name.text))\"),"
    }

    fileprivate static func call(_ call: String, _ value: Any.Type) -> String {
        let name = readableName(of: value)
        return ".\(call)(\(name).self, as: \"\(stableName(name)).\(call)\"),"
    }

    /// Converts `Module.WeightLogged` into `weight.logged`.
    private static func stableName(_ type: String) -> String {
        let last = type.prefix { $0 != "<" }.split(separator: ".").last ?? ""
        var name = ""
        for character in last {
            if character.isUppercase, !name.isEmpty { name += "." }
            name += character.lowercased()
        }
        return name
    }
}
