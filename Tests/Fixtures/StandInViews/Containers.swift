/// Rows below each other.
public struct List: View {
    public init<Content: View>(@ViewBuilder content: () -> Content) {}
    public init<Rows: RandomAccessCollection, Row: View>(
        _ rows: Rows, @ViewBuilder row: @escaping (Rows.Element) -> Row
    ) where Rows.Element: Identifiable {}

    public var body: Never { fatalError("drawn by the system") }
}

/// A view for each element.
public struct ForEach: View {
    public init<Rows: RandomAccessCollection, Row: View>(
        _ rows: Rows, @ViewBuilder row: @escaping (Rows.Element) -> Row
    ) where Rows.Element: Identifiable {}

    public var body: Never { fatalError("drawn by the system") }
}

/// Controls that belong together.
public struct Form: View {
    public init<Content: View>(@ViewBuilder content: () -> Content) {}

    public var body: Never { fatalError("drawn by the system") }
}

/// Screens that lie on each other.
public struct NavigationStack: View {
    public init<Path, Content: View>(path: Binding<Path>, @ViewBuilder content: () -> Content) {}

    public var body: Never { fatalError("drawn by the system") }
}
