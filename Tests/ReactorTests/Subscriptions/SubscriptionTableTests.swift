import Testing

@testable import Reactor

@Suite struct SubscriptionTableTests {
    @Test("Whatever happens, subscribers receive what they would see if each looked for itself")
    func agrees() {
        SubscriptionTrial.compare()
    }
}
