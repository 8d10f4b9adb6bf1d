/// The statement that makes a table of rows in JSON Lines.
struct TableStatement: Sendable {
    enum Column: Sendable {
        case text, integer, integers, time, flag
    }

    enum Engine: String, Sendable {
        case duckdb, spark
    }

    let name: String
    let columns: [(name: String, kind: Column)]

    /// The types are written down: what an engine infers depends on the rows that it sees first.
    func text(for engine: Engine, file: String) -> String {
        let file = file.replacing("'", with: "''")
        switch engine {
        case .duckdb:
            let types = columns.map { "        \($0.name): '\(Self.duckDB($0.kind))'" }.joined(separator: ",\n")
            return """
                CREATE TABLE \(name) AS SELECT * FROM read_json('\(file)',
                    format = 'newline_delimited', maximum_object_size = 67108864,
                    timestampformat = '%Y-%m-%dT%H:%M:%S.%gZ',
                    columns = {
                \(types)
                    });
                """
        case .spark:
            let types = columns.map { "    \($0.name) \(Self.spark($0.kind))" }.joined(separator: ",\n")
            return """
                CREATE TEMPORARY VIEW \(name) (
                \(types)
                ) USING json OPTIONS (path '\(file)', mode 'FAILFAST');
                """
        }
    }

    private static func duckDB(_ column: Column) -> String {
        switch column {
        case .text: "VARCHAR"
        case .integer: "UBIGINT"
        case .integers: "UBIGINT[]"
        case .time: "TIMESTAMP"
        case .flag: "BOOLEAN"
        }
    }

    private static func spark(_ column: Column) -> String {
        switch column {
        case .text: "STRING"
        case .integer: "BIGINT"
        case .integers: "ARRAY<BIGINT>"
        case .time: "TIMESTAMP"
        case .flag: "BOOLEAN"
        }
    }
}
