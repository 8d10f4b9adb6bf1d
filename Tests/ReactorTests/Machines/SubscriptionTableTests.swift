import Testing

@testable import Reactor

@Suite struct SubscriptionTableTests {
    @Test("Whatever happens, subscribers are told what they would see if each looked for itself")
    func agrees() {
        SubscriptionTrial.compare()
    }
}
