import Testing

@testable import ReactorServices

@Suite("The errors of the gateway")
struct GatewayErrorTests {
    @Test("An address is shown without its user, password, query and fragment, and without control characters")
    func addresses() {
        #expect(HiddenText.address("https://u:p@a/b?c=d#e") == "https://…@a/b")
        #expect(HiddenText.address("https://a/\u{1B}[2J\u{9B}") == "https://a/\\u{1B}[2J\\u{9B}")
    }
}
