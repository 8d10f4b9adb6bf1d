extension Event {
    /// This event if it is exactly a `Target`, nil otherwise: a comparison of two type pointers, at about half the
    /// cost of `as?`. For reducers that see very many events; everywhere else `switch event { case let e as … }`
    /// reads better.
    ///
    /// ```swift
    /// struct Draft: State {
    ///     var text = ""
    ///
    ///     mutating func react(to event: any Event) {
    ///         if let edit = event.as(Edited.self) { text += edit.inserted }
    ///     }
    /// }
    /// ```
    ///
    /// - Complexity: O(1), no lookup of conformances.
    @inlinable
    public func `as`<Target: Event>(_ type: Target.Type) -> Target? {
        guard Self.self == Target.self else { return nil }
        // The memory holds a Self, and Self is Target, as was just compared.
        return withUnsafePointer(to: self) { UnsafeRawPointer($0).assumingMemoryBound(to: Target.self).pointee }
    }
}
