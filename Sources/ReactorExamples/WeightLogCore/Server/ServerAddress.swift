import Reactor
import ReactorPlatform
import ReactorServices
import ReactorTerminal

/// The server of a folder. It is named once, and stored next to the journal.
extension DataFolder {
    /// The text file with the address of the server.
    package var serverFile: String { "\(path)/server" }

    /// The folder of the queue of changes for the server.
    package var outbox: String { "\(path)/outbox" }

    /// Returns the server of the log, or nil if it has none.
    ///
    /// - Parameter named: The server in the arguments, or nil.
    /// - Throws: ``ServerError`` if another server is stored, the stored address is damaged, or the file is missing
    ///   although the folder has a queue.
    package func server(named: BaseURL?) throws(ServerError) -> BaseURL? {
        guard access(serverFile, F_OK) == 0 else {
            guard named != nil || access(outbox, F_OK) != 0 else { throw .forgotten(file: serverFile) }
            return named
        }
        guard let bytes = try? Input.bytes(serverFile), let text = String(validating: bytes, as: UTF8.self),
            let kept = try? BaseURL(text.trimmed)
        else { throw .damagedAddress(file: serverFile) }
        if let named, named != kept {
            throw .other(kept: kept.description, named: named.description, file: serverFile)
        }
        return kept
    }

    /// Stores the address of the server, unless the folder already has an address.
    func keep(server: BaseURL) throws {
        guard access(serverFile, F_OK) != 0 else { return }
        try WholeFile.write(Array("\(server)\n".utf8), to: serverFile)
    }
}

extension String {
    /// The text without white space at its ends.
    package var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}

/// A weight of the server.
struct ServerWeight: Hashable, Sendable {
    let key: String
    let reading: Reading
}

extension WeightBook {
    /// Returns this book with the weights of a server. A weight with a known key keeps its number, a new weight
    /// receives the next number, and a weight that no longer exists on the server is removed. A weight that was never
    /// on the server is preserved.
    ///
    /// - Parameter version: The version of the weights, or nil if the server has no versions.
    func merged(with weights: [ServerWeight], asOf version: Int? = nil) -> WeightBook {
        var known: [String: WeightRecord] = [:]
        for record in records { if let key = record.key { known[key] = record } }
        var next = nextID
        var merged = records.filter { $0.key == nil }
        for weight in weights {
            guard let record = known[weight.key] else {
                merged.append(WeightRecord(id: next, reading: weight.reading, key: weight.key))
                next += 1
                continue
            }
            merged.append(record.reading == weight.reading ? record : record.corrected(to: weight.reading))
        }
        return WeightBook(records: merged, nextID: next, version: version)
    }

    /// Returns this book with a next number above all of `numbers`.
    func numbering(above numbers: [Int]) -> WeightBook {
        WeightBook(records: records, nextID: max(nextID, (numbers.max() ?? 0) + 1), version: version)
    }
}
