#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Trace {
    /// Reads a trace, and checks that every patch fits the text at its time, so that a replay cannot fail half way.
    init(json: Data) throws(TraceProblem) {
        guard !json.isEmpty else { throw .empty }
        do {
            self = try JSONDecoder().decode(Trace.self, from: json)
        } catch let problem as TraceProblem {
            throw problem
        } catch {
            throw TraceProblem(error, at: nil)
        }
    }
}

extension Trace: Decodable {
    private enum Key: String, CodingKey {
        case startContent, endContent, txns, patches
    }

    init(from decoder: any Decoder) throws {
        let trace = try decoder.container(keyedBy: Key.self)
        start = try trace.decode(String.self, forKey: .startContent)
        end = try trace.decode(String.self, forKey: .endContent)

        var edits: [Edited] = []
        var length = start.unicodeScalars.count
        var transactions = try trace.nestedUnkeyedContainer(forKey: .txns)
        while !transactions.isAtEnd {
            var place = TracePlace(transaction: transactions.currentIndex + 1)
            do {
                let transaction = try transactions.nestedContainer(keyedBy: Key.self)
                var patches = try transaction.nestedUnkeyedContainer(forKey: .patches)
                while !patches.isAtEnd {
                    place.patch = patches.currentIndex + 1
                    let patch = try patches.decode(Patch.self)
                    edits.append(try patch.edit(of: &length, at: place))
                }
            } catch let error as DecodingError {
                throw TraceProblem(error, at: place)
            }
        }
        self.edits = edits
        transactionCount = transactions.currentIndex
    }
}

/// One patch as it stands in the file.
private struct Patch: Decodable {
    let position: Int
    let deletedCount: Int
    let inserted: String
    let memberCount: Int

    init(from decoder: any Decoder) throws {
        var members = try decoder.unkeyedContainer()
        position = try members.decode(Int.self)
        deletedCount = try members.decode(Int.self)
        inserted = try members.decode(String.self)
        memberCount = members.count ?? members.currentIndex
    }

    /// The event that this patch is, when it fits a text of that length; `length` becomes the one after it.
    func edit(of length: inout Int, at place: TracePlace) throws(TraceProblem) -> Edited {
        guard memberCount == 3 else { throw .wrongCount(memberCount, place) }
        guard position >= 0 else { throw .negative("position", position, place) }
        guard deletedCount >= 0 else { throw .negative("number of deleted code points", deletedCount, place) }
        guard position <= length else { throw .positionPastEnd(position, length: length, place) }
        guard deletedCount <= length - position else {
            throw .deletionPastEnd(position: position, deletedCount: deletedCount, length: length, place)
        }
        length += inserted.unicodeScalars.count - deletedCount
        guard let position = Int32(exactly: position), let deletedCount = Int32(exactly: deletedCount) else {
            throw .tooLong(place)
        }
        return Edited(position: position, deletedCount: deletedCount, inserted: inserted)
    }
}
