public import Reactor
import ReactorServices

/// Something the user changed, to be pushed to a service when there is a connection.
///
/// It is kept in a file as JSON, so what it carries lasts: add members with defaults only. An app has one type of its
/// changes, an enum most often. It only describes; a ``ChangeQueue`` pushes it.
///
/// ```swift
/// import ReactorServices
///
/// struct RenameChange: OfflineChange {
///     var id: String
///     var name: String
///
///     var lane: LaneName { LaneName(rawValue: id) }
///     var requests: any RequestSequence {
///         get throws {
///             DescribedChange(
///                 lane: lane,
///                 steps: [
///                     RequestDescription(
///                         operation: "rename", step: "put", method: .put, target: .path("names/\(id)"),
///                         body: try .json(["name": name]))
///                 ])
///         }
///     }
/// }
/// ```
public protocol OfflineChange: Codable, Sendable {
    /// Behind which changes it is pushed.
    var lane: LaneName { get }
    /// The requests that push it. They are read again after a restart, and must describe the same steps.
    ///
    /// If this throws, the change is refused (``ChangeRefusal``), with the error's description as the message. Errors of a body
    /// that cannot be written as JSON are best left to throw.
    var requests: any RequestSequence { get throws }
    /// What it changes in the app's state, shown until the push is over. Asked for again after a restart: the same
    /// events, safe to apply twice, on top of a refresh that holds them already.
    var predicted: [any Event] { get }
    /// What it is about, for `Core.isPending(about:)`.
    var entities: [any Hashable & Sendable] { get }

    /// How the prediction ends when everything was pushed. After a crash it may be applied a second time.
    func resolution(answers: [Exchange]) -> Resolution
    /// What is appended when the prediction is rolled back because the service refused the change. A crash may come before
    /// it; then the ``ChangeEvent`` that says so is fired again, and these events are not.
    func events(refused refusal: ChangeRefusal) -> [any Event]
}

extension OfflineChange {
    public var predicted: [any Event] { [] }
    public var entities: [any Hashable & Sendable] { [] }

    /// It holds as it was predicted.
    public func resolution(answers: [Exchange]) -> Resolution { .commit }
    public func events(refused refusal: ChangeRefusal) -> [any Event] { [] }
}

extension OfflineChange where Self: RequestSequence {
    /// Itself.
    public var requests: any RequestSequence { self }
}
