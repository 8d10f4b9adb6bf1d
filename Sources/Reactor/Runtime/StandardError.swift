#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Standard error without Foundation, written in one call so that lines of several threads do not mix.
package enum StandardError {
    package static func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            #if canImport(Darwin)
                _ = Darwin.write(2, bytes.baseAddress, bytes.count)
            #elseif canImport(Glibc)
                _ = Glibc.write(2, bytes.baseAddress, bytes.count)
            #elseif canImport(Musl)
                _ = Musl.write(2, bytes.baseAddress, bytes.count)
            #endif
        }
    }
}
