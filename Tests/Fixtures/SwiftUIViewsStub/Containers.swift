import Foundation

/// Rows below each other.
public struct List: View {
    public init<Content: View>(@ViewBuilder content: () -> Content) {}
    public init<Data: RandomAccessCollection, RowContent: View>(
        _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Data.Element: Identifiable {}

    public var body: Never { fatalError("drawn by the system") }
}

/// A view for each element.
public struct ForEach: DynamicViewContent {
    public init<Data: RandomAccessCollection, Content: View>(
        _ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) where Data.Element: Identifiable {}
    public init<Data: RandomAccessCollection, ID: Hashable, Content: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {}

    public var body: Never { fatalError("drawn by the system") }
}

/// Views made of a collection.
public protocol DynamicViewContent: View {}

extension DynamicViewContent {
    public func onDelete(perform action: ((IndexSet) -> Void)?) -> some DynamicViewContent { self }
    public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> some DynamicViewContent { self }
}

/// Controls that belong together.
public struct Form: View {
    public init<Content: View>(@ViewBuilder content: () -> Content) {}

    public var body: Never { fatalError("drawn by the system") }
}

/// Rows under a heading.
public struct Section: View {
    public init<Content: View>(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
    public init<Content: View>(@ViewBuilder content: () -> Content) {}

    public var body: Never { fatalError("drawn by the system") }
}

/// The space between views.
public struct Spacer: View {
    public init() {}

    public var body: Never { fatalError("drawn by the system") }
}

/// An empty view.
public struct EmptyView: View {
    nonisolated public init() {}

    public var body: Never { fatalError("drawn by the system") }
}

/// Views in a row.
public struct HStack: View {
    public init<Content: View>(@ViewBuilder content: () -> Content) {}

    public var body: Never { fatalError("drawn by the system") }
}

/// Views below each other.
public struct VStack: View {
    public init<Content: View>(alignment: HorizontalAlignment = .center, @ViewBuilder content: () -> Content) {}

    public var body: Never { fatalError("drawn by the system") }
}

/// The alignment of the views of a stack.
public struct HorizontalAlignment: Sendable {
    public static let leading = HorizontalAlignment()
    public static let center = HorizontalAlignment()
}

/// Screens that lie on each other.
public struct NavigationStack: View {
    public init<Root: View>(@ViewBuilder root: () -> Root) {}
    public init<Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Root: View>(
        path: Binding<Data>, @ViewBuilder root: () -> Root
    ) where Data.Element: Hashable {}

    public var body: Never { fatalError("drawn by the system") }
}

/// A row that leads to a screen.
public struct NavigationLink: View {
    public init<Value: Hashable, Content: View>(value: Value?, @ViewBuilder label: () -> Content) {}
    public init<Value: Hashable>(_ titleKey: LocalizedStringKey, value: Value?) {}
    @_disfavoredOverload public init<Title: StringProtocol, Value: Hashable>(_ title: Title, value: Value?) {}

    public var body: Never { fatalError("drawn by the system") }
}
