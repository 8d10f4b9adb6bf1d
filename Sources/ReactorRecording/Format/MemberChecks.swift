/// The checks of a state's top-level members, which locate a difference of digests.
///
/// They are short, because the digest decides. If no member's check differs, the place is unknown.
enum MemberChecks {
    /// An object with more members is a table of rows.
    private static let most = 48

    /// Returns the check of each member of a canonical object, or nil for another value and for too many members. It costs less
    /// than the digest.
    static func of(_ bytes: [UInt8]) -> [String: UInt32]? {
        var scanner = LineScanner(bytes, in: 0..<bytes.count)
        guard scanner.skip("{"), !scanner.skip("}") else { return nil }
        var checks: [String: UInt32] = [:]
        repeat {
            guard checks.count < most, let name = scanner.string(), scanner.skip(":"), let value = scanner.value()
            else {
                return nil
            }
            checks[name] = CRC32C.checksum(value)
        } while scanner.skip(",")
        return scanner.skip("}") && scanner.isAtEnd ? checks : nil
    }

    /// Returns the sorted names of the members that differ.
    static func differing(_ recorded: [String: UInt32], _ replayed: [String: UInt32]) -> [String] {
        Set(recorded.keys).union(replayed.keys).filter { recorded[$0] != replayed[$0] }.sorted()
    }
}
