import Testing

@testable import ReactorState

@Suite("Error messages of ReactorState")
struct ErrorMessageTests {
    @Test("Of a system without a thread-local key")
    func threadLocalPlace() {
        #expect(
            ThreadLocal.noKey
                == "The system has no thread-local key left (pthread_key_create, pthread_setspecific), and a core "
                + "needs one while a prediction is pending. Free keys that this process made and does not use.")
    }
}
