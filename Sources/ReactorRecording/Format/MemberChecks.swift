/// The checks of a state's top-level members, so that two states whose digests differ can be said to differ there.
///
/// They are short, since the digest is what decides: where no member's check differs, the place is not known.
enum MemberChecks {
    /// More members than these are no shape of a state but a table of what is in it.
    private static let most = 48

    /// The check of each member of an object in canonical form, nil for everything else and where there are too many. It
    /// costs less than the digest does.
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

    /// The names of the members that are not the same on both sides, sorted.
    static func differing(_ recorded: [String: UInt32], _ replayed: [String: UInt32]) -> [String] {
        Set(recorded.keys).union(replayed.keys).filter { recorded[$0] != replayed[$0] }.sorted()
    }
}
