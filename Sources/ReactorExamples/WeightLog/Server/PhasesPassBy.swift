import Reactor
import ReactorOffline
import ReactorServices

/// Lets what the queue tells of each change pass by: the log shows what is predicted and what is confirmed, and a journal of
/// every attempt would be long.
struct PhasesPassBy: Middleware {
    func intercept(event: any Event, state: Weights) -> (any Event)? {
        event is ChangeEvent ? nil : event
    }
}
