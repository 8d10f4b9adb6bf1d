/// What the caller of a simulated service gets when the seed lets a call fail.
public enum SimulatedFault: Error, Hashable, CustomStringConvertible {
    /// The service refused this call.
    case refused(String)
    /// No answer to this call came in time.
    case timedOut(String)

    public var description: String {
        switch self {
        case .refused(let call): Errors.refusedCall(call)
        case .timedOut(let call): Errors.timedOutCall(call)
        }
    }
}
