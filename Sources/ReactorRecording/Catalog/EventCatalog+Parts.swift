public import Reactor

extension EventCatalog {
    /// A declaration of a part of the state. It adds all events that the library fires for this part, such as undo, redo, resets,
    /// loads and assignments, so you do not list them one by one.
    ///
    /// ```swift
    /// struct Diary: State, Codable {
    ///     var page = Undoable(Page())
    ///     var days = RequestStatus<[String], String>()
    ///     mutating func react(to event: any Event) {
    ///         page.react(to: event)
    ///         _ = days.react(to: event, as: "days")
    ///     }
    ///
    ///     static let catalog = EventCatalog<Diary>(
    ///         parts: [.part(\.page, as: "page"), .part(\.days, as: "days")], events: [])
    /// }
    /// struct Page: State, Codable, UndoableDocument {
    ///     mutating func react(to event: any Event) {}
    /// }
    /// ```
    ///
    /// The name is permanent, like the names of events. If the form of a status's or query's value changes, increase `version:` and
    /// write an upcaster of its events, and increase the version of the state, which contains the value, too. Your own line for one of these types, or an event with the same name,
    /// takes precedence.
    public struct Part: Sendable {
        let lines: [EventSchema]
        /// The type of the part, which may declare assignable members.
        let type: Any.Type

        /// Declares a document with its history: `name.undone`, `name.redone`, and `name.reset` for a ``Reset`` of the document.
        public static func part<Document>(
            _ path: KeyPath<StateType, Undoable<Document>>, as name: String
        ) -> Part {
            Part(
                lines: [
                    .undo(Document.self, as: "\(name).undone"), .redo(Document.self, as: "\(name).redone"),
                    .reset(Document.self, as: "\(name).reset"),
                ], type: Document.self)
        }

        /// Declares a status, with the events of its loads: `name.changed`.
        ///
        /// - Parameters:
        ///   - path: The property.
        ///   - name: The permanent name.
        ///   - version: The version of the events. Increase it when the form of the value changes.
        ///   - upcasting: The upcasters of the events: for each older version, a closure that converts it into the next one.
        public static func part<Value: Codable & Sendable, Failure>(
            _ path: KeyPath<StateType, RequestStatus<Value, Failure>>, as name: String, version: Int = 1,
            upcasting: [Int: Upcaster] = [:]
        ) -> Part {
            Part(
                lines: [.status(Value.self, as: "\(name).changed", version: version, upcasting: upcasting)],
                type: Value.self)
        }

        /// Declares an optional part that can be reset: `name.reset`.
        public static func part<Value>(_ path: KeyPath<StateType, Value?>, as name: String) -> Part {
            Part(lines: [.reset(Value.self, as: "\(name).reset")], type: Value.self)
        }

        /// Declares rows that can be reset one by one: `name.reset`.
        public static func part<Row: Identifiable>(
            _ path: KeyPath<StateType, KeyedRows<Row.ID, Row>>, as name: String
        ) -> Part {
            Part(lines: [.reset(Row.self, as: "\(name).reset")], type: Row.self)
        }

        /// Declares a part of another type: `name.changed` for queries, and `name.reset` for other types.
        ///
        /// The catalog is invalid if the value of a status or a query is not `Codable`, because its events cannot be recorded.
        ///
        /// - Parameters:
        ///   - path: The property.
        ///   - name: The permanent name.
        ///   - version: The version of the events of queries. Increase it when the form of the value changes.
        ///   - upcasting: The upcasters of these events: for each older version, a closure that converts it into the next one.
        public static func part<Value>(
            _ path: KeyPath<StateType, Value>, as name: String, version: Int = 1, upcasting: [Int: Upcaster] = [:]
        ) -> Part {
            guard let part = Value.self as? any PartWithEvents.Type else {
                return Part(lines: [.reset(Value.self, as: "\(name).reset")], type: Value.self)
            }
            return Part(
                lines: [
                    .changes(of: part, as: "\(name).changed", part: name, version: version, upcasting: upcasting)
                ], type: part.contents)
        }
    }
}

extension EventSchema {
    fileprivate static func changes(
        of part: any PartWithEvents.Type, as name: String, part partName: String, version: Int,
        upcasting: [Int: Upcaster]
    ) -> EventSchema {
        if let events = part.eventsOfPart {
            return recorded(events, as: name, version: version, upcasting: upcasting)
        }
        return unrecordable(
            part, as: name,
            CatalogError.uncodablePart(name: partName, contents: readableName(of: part.contents)))
    }

    /// Returns a line that makes the catalog invalid.
    private static func unrecordable<Part>(_ part: Part.Type, as name: String, _ flaw: CatalogError) -> EventSchema {
        EventSchema(Reset<Part>.self, as: name, flaw: flaw) { _ in
            .null
        } decode: { _ in
            Reset()
        }
    }
}
