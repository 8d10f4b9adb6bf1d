import Testing

@testable import ReactorServices

@Suite("Connection strings and open enumerations")
struct ConnectionStringTests {
    private struct Kind: OpenStringEnum {
        let rawValue: String
        init(rawValue: String) { self.rawValue = rawValue }
        static let known: Kind = "known"
        static let allKnown = [known]
    }

    @Test("Names are case-insensitive, values keep their equals signs, and blanks and a last semicolon are ignored")
    func parsing() throws {
        let connection = try ConnectionString(
            "Endpoint=https://a.example; KEY=c2VjcmV0==;", requiring: ["endpoint", "Key"])
        #expect(connection["ENDPOINT"]?.revealed == "https://a.example")
        #expect(try connection.required("key") == "c2VjcmV0==")
        #expect(connection["other"] == nil)
    }

    @Test("An error contains the position of the invalid part, and nothing of the string")
    func errors() {
        #expect(throws: ConnectionStringError.malformed(part: 2)) { try ConnectionString("Endpoint=a;s3cr3t") }
        #expect(throws: ConnectionStringError.malformed(part: 1)) { try ConnectionString("=s3cr3t") }
        #expect(throws: ConnectionStringError.repeated(part: 3)) { try ConnectionString("Key=a;B=b;key=s3cr3t") }
        #expect(throws: ConnectionStringError.missing(name: "Key")) {
            try ConnectionString("Endpoint=a;Key=", requiring: ["Key"])
        }
    }

    @Test("An unknown value is preserved")
    func openEnum() throws {
        let kind = Kind(rawValue: "new")
        #expect(!kind.isKnown)
        #expect(Kind.known.isKnown)
        #expect("\(kind)" == "new")
    }
}
