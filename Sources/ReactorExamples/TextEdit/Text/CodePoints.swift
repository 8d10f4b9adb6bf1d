extension UnsafeBufferPointer<UInt8> {
    /// How many code points these bytes of UTF-8 hold: every byte but the continuing ones starts one.
    var codePointCount: Int {
        var count = 0
        for byte in self where !byte.continuesCodePoint { count += 1 }
        return count
    }
}

extension [UInt8] {
    /// Where the bytes stand after so many more code points.
    func offset(from start: Int, codePoints: Int) -> Int {
        withUnsafeBufferPointer { bytes in
            var offset = start
            for _ in 0..<codePoints { offset += bytes[offset].codePointLength }
            return offset
        }
    }

    /// The nearest place at or before `offset` that does not cut a code point in two.
    func codePointBoundary(at offset: Int) -> Int {
        var offset = offset
        while offset < count && offset > 0 && self[offset].continuesCodePoint { offset -= 1 }
        return offset
    }
}

extension UInt8 {
    fileprivate var continuesCodePoint: Bool { self & 0b1100_0000 == 0b1000_0000 }

    /// How many bytes the code point has that starts with this one.
    fileprivate var codePointLength: Int {
        switch self {
        case ..<0xC0: 1
        case ..<0xE0: 2
        case ..<0xF0: 3
        default: 4
        }
    }
}
