extension EndTextDiffers {
    /// Finds the first code point that differs; nil when none does.
    init?(between found: String, and expected: String) {
        var foundScalars = found.unicodeScalars.makeIterator()
        var expectedScalars = expected.unicodeScalars.makeIterator()
        var position = 0
        while true {
            let pair = (foundScalars.next(), expectedScalars.next())
            if pair.0 != pair.1 {
                self.init(position: position, found: pair.0, expected: pair.1)
                return
            }
            if pair.0 == nil { return nil }
            position += 1
        }
    }
}
