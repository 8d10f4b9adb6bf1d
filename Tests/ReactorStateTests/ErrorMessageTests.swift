import Testing

@testable import ReactorState

@Suite("Error messages of ReactorState")
struct ErrorMessageTests {
    @Test("A system without a free thread-local key is named in the message")
    func threadLocalPlace() {
        #expect(
            ThreadLocal.noKey
                == "The system has no thread-local key left (pthread_key_create, pthread_setspecific), and a core "
                + "needs one. Free keys that this process made and does not use.")
    }
}
