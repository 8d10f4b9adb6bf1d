import Reactor
import Testing

@Suite("Law 11: misuse is reported")
struct MisuseReportsTests {
    @Test("Options that make no sense stop the program")
    func options() async {
        await #expect(processExitsWith: .failure) { _ = CommandOptions(max: 0) }
        await #expect(processExitsWith: .failure) { _ = RetryPolicy.exponential(attempts: 0) }
    }

    @Test("A dependency without a test value stops the program")
    func dependency() async {
        await #expect(processExitsWith: .failure) { _ = Dependencies(.test)[UntestedKey.self] }
    }
}

private enum UntestedKey: DependencyKey {
    static var liveValue: Int { 1 }
}
