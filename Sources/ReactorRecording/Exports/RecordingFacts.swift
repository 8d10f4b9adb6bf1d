/// The description of a recording: its app, schema and versions.
package struct RecordingFacts: Hashable, Sendable {
    package var id: String
    package var app: String
    /// The number of the last entry before the first.
    package var from: UInt64
    /// The start, in milliseconds since 1970.
    package var start: Int64
    /// The version of each event by name, and of the state.
    package var schema: [String: Int]
    /// The versions of the app, the system and the library.
    package var versions: [String: String]

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
    /// Creates the facts in the header of a recording.
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
    /// Returns an object whose members are sorted by the bytes of their names.
    package static func sorted(_ members: [String: JSON]) -> JSON {
        let sorted = members.sorted { ExactText($0.key) < ExactText($1.key) }
        return .object(JSON.Object(distinct: sorted.map { JSON.Object.Member(key: $0.key, value: $0.value) }))
    }
}
