import Foundation
import ReactorRows
import ReactorState
import Testing

@Suite("KeyedRows misuse")
struct KeyedRowsMisuseTests {
    private static let duplicate = """
        Rows 0 and 2 have the same id 7. Give each row its own id, or choose one of them with \
        KeyedRows(rows) { first, second in second }.
        """

    private let rows = [Quote(id: 7, price: 1), Quote(id: 3, price: 2), Quote(id: 7, price: 3)]

    @Test("Two rows with the same id are an error with the id, both places and the fix")
    func duplicates() {
        let error = #expect(throws: DuplicateRow<Int>.self) { try KeyedRows<Int, Quote>(validating: rows) }
        #expect(error == DuplicateRow(id: 7, first: 0, second: 2))
        #expect(error?.description == Self.duplicate)
    }

    @Test("Two rows with the same id do not decode, and the decoding error contains the reason")
    func decoding() throws {
        let data = try JSONEncoder().encode(rows)
        do {
            _ = try JSONDecoder().decode(KeyedRows<Int, Quote>.self, from: data)
            Issue.record("decoded two rows with one id")
        } catch DecodingError.dataCorrupted(let context) {
            #expect(context.debugDescription == Self.duplicate)
        }
    }

    @Test("Rows with the same id are combined if the caller passes a closure for it")
    func combined() {
        let later = KeyedRows<Int, Quote>(rows) { _, second in second }
        #expect(later == [Quote(id: 7, price: 3), Quote(id: 3, price: 2)])
    }

    @Test("Rows of one's own making with one id end the program with the same sentence")
    func trapsOnDuplicates() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = KeyedRows<Int, Quote>(uniqueRows: [Quote(id: 7), Quote(id: 3), Quote(id: 7)])
        }
        let output = try #require(result).standardErrorContent
        #expect(String(decoding: output, as: UTF8.self).contains(Self.duplicate))
    }

    @Test("A row whose id is changed in place ends the program with the fix in the message")
    func trapsOnChangedID() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var rows: KeyedRows<Int, Quote> = [Quote(id: 7)]
            rows[id: 7]?.id = 8
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let expected = """
            A row with the id 7 was given the id 8 in place. An id is permanent: remove the row and insert one \
            with the new id.
            """
        #expect(output.contains(expected))
        await #expect(processExitsWith: .failure) {
            var rows: KeyedRows<Int, Quote> = [Quote(id: 7)]
            rows[0].id = 8
        }
    }
}
