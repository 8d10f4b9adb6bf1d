/// The shortest script found that still shows a difference: steps are left out, halves first and then ever smaller pieces.
///
/// - Parameters:
///   - script: The steps of a script that shows `difference`.
///   - find: The difference that a script shows, or nil.
package func shortened<Step, Difference>(
    _ script: [Step], showing difference: Difference, find: ([Step]) -> Difference?
) -> (script: [Step], difference: Difference) {
    var shortest = (script: script, difference: difference)
    var size = max(1, script.count / 2)
    while true {
        var start = 0
        var isShorter = false
        while start < shortest.script.count {
            var fewer = shortest.script
            fewer.removeSubrange(start..<min(start + size, fewer.count))
            if let difference = find(fewer) {
                shortest = (fewer, difference)
                isShorter = true
            } else {
                start += size
            }
        }
        if size == 1 && !isShorter { return shortest }
        if !isShorter { size = max(1, size / 2) }
    }
}
