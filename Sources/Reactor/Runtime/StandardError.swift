import ReactorPlatform

/// Standard error without Foundation. Each text is written in one call, so that lines of several threads do not mix.
package enum StandardError {
    package static func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            _ = systemWrite(2, bytes.baseAddress, bytes.count)
        }
    }
}
