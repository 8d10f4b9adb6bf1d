public import Reactor

extension EventCatalog {
    /// A part of the state with what the library fires for it, declared once: an app need not list its undo, its redo, its
    /// reset, its loads and the assignments to what it declares one by one.
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
    /// The name lasts, as those of events do. A line of one's own for such a type stands instead, and so does an event that
    /// has its name.
    public struct Part: Sendable {
        let lines: [EventSchema]
        /// What may declare assignables.
        let type: Any.Type

        /// A document with its history: `name.undone`, `name.redone`, and `name.reset` for a ``Reset`` of the document.
        public static func part<Document>(
            _ path: KeyPath<StateType, Undoable<Document>>, as name: String
        ) -> Part {
            Part(
                lines: [
                    .undo(Document.self, as: "\(name).undone"), .redo(Document.self, as: "\(name).redone"),
                    .reset(Document.self, as: "\(name).reset"),
                ], type: Document.self)
        }

        /// The events of loads into a status: `name.changed`.
        public static func part<Value: Codable & Sendable, Failure>(
            _ path: KeyPath<StateType, RequestStatus<Value, Failure>>, as name: String
        ) -> Part {
            Part(lines: [.status(Value.self, as: "\(name).changed")], type: Value.self)
        }

        /// A part that is absent at times and is reset by itself: `name.reset`.
        public static func part<Value>(_ path: KeyPath<StateType, Value?>, as name: String) -> Part {
            Part(lines: [.reset(Value.self, as: "\(name).reset")], type: Value.self)
        }

        /// Rows, of which each is reset by itself: `name.reset`.
        public static func part<Row: Identifiable>(
            _ path: KeyPath<StateType, KeyedRows<Row.ID, Row>>, as name: String
        ) -> Part {
            Part(lines: [.reset(Row.self, as: "\(name).reset")], type: Row.self)
        }

        /// The events that the library fires for a part: `name.changed` for queries, and `name.reset` for a part of
        /// another type.
        ///
        /// If the value of a status or of a query is not `Codable`, its events cannot be recorded, and making the catalog fails.
        public static func part<Value>(_ path: KeyPath<StateType, Value>, as name: String) -> Part {
            guard let part = Value.self as? any PartWithEvents.Type else {
                return Part(lines: [.reset(Value.self, as: "\(name).reset")], type: Value.self)
            }
            return Part(lines: [.changes(of: part, as: "\(name).changed", part: name)], type: part.contents)
        }
    }
}

extension EventSchema {
    /// The line for the events of a part.
    fileprivate static func changes(of part: any PartWithEvents.Type, as name: String, part partName: String)
        -> EventSchema
    {
        if let events = part.eventsOfPart { return recorded(events, as: name) }
        return unrecordable(
            part, as: name,
            CatalogError(.uncodablePart(name: partName, contents: TypeName.readable(part.contents))))
    }

    /// A line with which no catalog can be made.
    private static func unrecordable<Part>(_ part: Part.Type, as name: String, _ flaw: CatalogError) -> EventSchema {
        EventSchema(Reset<Part>.self, as: name, flaw: flaw) { _ in
            .null
        } decode: { _ in
            Reset()
        }
    }
}
