public import Reactor
public import ReactorRecording
import ReactorServices

/// A change of the user that is pushed to a service when the device is online.
///
/// A change is stored as JSON in a file, which later versions of the app must read: add only members with defaults, or
/// increase ``version`` and add an upcaster to ``upcasting``. An app has one type of changes, usually an enum. The type only describes a change; a ``ChangeQueue`` pushes it.
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
    /// The lane, whose earlier changes are pushed first.
    var lane: LaneName { get }
    /// The requests that push the change. They are read again after a restart, and must describe the same steps.
    ///
    /// If this throws, the change is refused (``ChangeRefusal``), with the error's description as the message. You can
    /// let errors of encoding a body propagate.
    var requests: any RequestSequence { get throws }
    /// Returns the requests that push the change after the previous change of its lane. By default, these are
    /// ``requests``.
    ///
    /// Implement it for a server that checks versions: two changes of a row that are queued offline have the same
    /// version, and the server accepts the second with the version of its response to the first.
    ///
    /// ```swift
    /// import ReactorServices
    ///
    /// struct TitleChange: OfflineChange {
    ///     var id: String
    ///     var title: String
    ///     var etag: String
    ///
    ///     var lane: LaneName { LaneName(rawValue: id) }
    ///     var requests: any RequestSequence { get throws { try requests(after: nil) } }
    ///
    ///     func requests(after previous: Exchange?) throws -> any RequestSequence {
    ///         DescribedChange(
    ///             lane: lane,
    ///             steps: [
    ///                 RequestDescription(
    ///                     operation: "title", step: "put", method: .put, target: .path("titles/\(id)"),
    ///                     headers: ["If-Match": previous?.headers["ETag"] ?? etag], body: .text(title))
    ///             ])
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter previous: The last response to the change that was pushed before in the lane, if this change was
    ///   queued before the state contained it. Otherwise nil, and when the change is queued, to check its first request.
    func requests(after previous: Exchange?) throws -> any RequestSequence
    /// The events that show the change in the app's state until it is pushed. They are read again after a restart and
    /// must be the same, and must be safe to apply twice, for example after a refresh that includes the change.
    var predicted: [any Event] { get }
    /// The ids that the change is about, for `Core.isPending(about:)`.
    var entities: [any Hashable & Sendable] { get }

    /// The version of the JSON of this type, from 1 on.
    static var version: Int { get }
    /// The upcasters: for each older version, a closure that converts the JSON of a change into the next version.
    ///
    /// If a stored change no longer has a meaning, convert it into one whose ``requests`` throw: it becomes a dead letter,
    /// and the other changes are pushed.
    static var upcasting: [Int: Upcaster] { get }

    /// Returns the resolution of the prediction after the push. After a crash it can be applied a second time.
    func resolution(answers: [Exchange]) -> Resolution
    /// Returns the events that are appended when the prediction is rolled back because the service refused the change.
    /// After a crash, they can be fired a second time.
    func events(refused refusal: ChangeRefusal) -> [any Event]
}

extension OfflineChange {
    public static var version: Int { 1 }
    public static var upcasting: [Int: Upcaster] { [:] }

    public func requests(after previous: Exchange?) throws -> any RequestSequence { try requests }
    public var predicted: [any Event] { [] }
    public var entities: [any Hashable & Sendable] { [] }

    /// Commits the prediction unchanged.
    public func resolution(answers: [Exchange]) -> Resolution { .commit }
    public func events(refused refusal: ChangeRefusal) -> [any Event] { [] }
}

extension OfflineChange where Self: RequestSequence {
    /// The change itself.
    public var requests: any RequestSequence { self }
}
