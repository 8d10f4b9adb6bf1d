/// CRC-32 as in zip and PNG: finds every single changed byte, and nearly every other damage.
struct Checksum: Equatable {
    private var register: UInt32 = 0xFFFF_FFFF

    init(of bytes: some Sequence<UInt8>) {
        for byte in bytes {
            register = Checksum.table[Int(UInt8(truncatingIfNeeded: register) ^ byte)] ^ (register >> 8)
        }
    }

    var value: UInt32 { ~register }

    /// Eight hexadecimal digits.
    var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }
}
