import Testing

@Suite struct CommandTableModelTests {
    @Test("Whatever happens, a command table does what the documentation says, and leaves nothing behind")
    func agrees() {
        CommandTrial.compare()
    }
}
