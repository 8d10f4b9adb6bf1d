/// Ends the program with a sentence of `Errors`, in every build.
///
/// `precondition` prints nothing in a release build, and `fatalError` does.
package enum Misuse {
    /// Ends the program unless the condition holds.
    @inline(__always)
    package static func unless(_ isRight: Bool, _ sentence: @autoclosure () -> String) {
        if !isRight { stop(sentence()) }
    }

    @inline(never)
    package static func stop(_ sentence: String) -> Never { fatalError(sentence) }
}
