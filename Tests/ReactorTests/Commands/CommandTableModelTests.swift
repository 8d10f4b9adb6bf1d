import Testing

@Suite struct CommandTableModelTests {
    @Test("Any sequence of operations: a command table conforms to the documentation, and leaves nothing behind")
    func agrees() {
        CommandTrial.compare()
    }
}
