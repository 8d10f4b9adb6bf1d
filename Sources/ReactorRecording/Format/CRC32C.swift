/// The cyclic redundancy check of Castagnoli, as in iSCSI and ext4. It detects every change of one bit, and every change within
/// 32 bits.
package enum CRC32C {
    /// Returns the check of `bytes`, continued from the check of the previous bytes.
    package static func checksum(_ bytes: UnsafeRawBufferPointer, after seed: UInt32 = 0) -> UInt32 {
        tables.withUnsafeBufferPointer { tables in
            var value = ~seed
            var index = 0
            // Eight bytes at a time, with one table for each.
            while bytes.count - index >= 8 {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                let low = UInt32(truncatingIfNeeded: word) ^ value
                let high = UInt32(truncatingIfNeeded: word >> 32)
                let fromLow =
                    tables[7 << 8 | Int(low & 0xFF)] ^ tables[6 << 8 | Int(low >> 8 & 0xFF)]
                    ^ tables[5 << 8 | Int(low >> 16 & 0xFF)] ^ tables[4 << 8 | Int(low >> 24)]
                let fromHigh =
                    tables[3 << 8 | Int(high & 0xFF)] ^ tables[2 << 8 | Int(high >> 8 & 0xFF)]
                    ^ tables[1 << 8 | Int(high >> 16 & 0xFF)] ^ tables[Int(high >> 24)]
                value = fromLow ^ fromHigh
                index += 8
            }
            while index < bytes.count {
                value = value >> 8 ^ tables[Int((value ^ UInt32(bytes[index])) & 0xFF)]
                index += 1
            }
            return ~value
        }
    }

    package static func checksum(_ bytes: some Collection<UInt8>, after seed: UInt32 = 0) -> UInt32 {
        bytes.withContiguousStorageIfAvailable { checksum(UnsafeRawBufferPointer($0), after: seed) }
            ?? Array(bytes).withUnsafeBytes { checksum($0, after: seed) }
    }

    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 << 8)
        for byte in 0..<256 {
            tables[byte] = (0..<8).reduce(UInt32(byte)) { value, _ in
                value & 1 == 0 ? value >> 1 : value >> 1 ^ 0x82F6_3B78
            }
        }
        for index in 256..<tables.count {
            let previous = tables[index - 256]
            tables[index] = previous >> 8 ^ tables[Int(previous & 0xFF)]
        }
        return tables
    }()
}
