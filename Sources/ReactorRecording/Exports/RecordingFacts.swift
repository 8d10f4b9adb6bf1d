/// What a recording says of itself: of which app, under which schema, with which versions.
public struct RecordingFacts: Hashable, Sendable {
    /// The recording's id.
    package var id: String
    /// The app's name, as people know it.
    package var app: String
    /// The number of the last entry before the first.
    package var from: UInt64
    /// When it begins, in milliseconds since 1970.
    package var start: Int64
    /// The version of each event's name, and of the state.
    package var schema: [String: Int]
    /// The versions of what ran: the app's, the system's, the library's.
    package var versions: [String: String]

    /// What a recording says of itself.
    package init(
        id: String, app: String, from: UInt64 = 0, start: Int64 = 0, schema: [String: Int] = [:],
        versions: [String: String] = [:]
    ) {
        self.id = id
        self.app = app
        self.from = from
        self.start = start
        self.schema = schema
        self.versions = versions
    }
}

extension RecordingFacts {
    /// What the header of a recording says.
    package init(_ header: JournalHeader, versions: [String: String] = [:]) {
        var schema = header.schema.events
        schema["(state)"] = header.schema.state
        self.init(
            id: header.id, app: header.app, from: header.from, start: header.at.millisecondsSince1970, schema: schema,
            versions: versions)
    }
}

extension RecordingFacts {
    package var schemaJSON: JSON { .sorted(schema.mapValues { .number(JSON.Number($0)) }) }
    package var versionsJSON: JSON { .sorted(versions.mapValues { .string($0) }) }
}

extension JSON {
    /// An object whose members are sorted by the bytes of their names.
    package static func sorted(_ members: [String: JSON]) -> JSON {
        let sorted = members.sorted { ExactText($0.key) < ExactText($1.key) }
        return .object(JSON.Object(distinct: sorted.map { JSON.Object.Member(key: $0.key, value: $0.value) }))
    }
}
