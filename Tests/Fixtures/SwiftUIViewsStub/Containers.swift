import Foundation

/// Rows below each other.
public struct List: View {
    public init<Content: View>(@ViewBuilder content: () -> Content) {}
    public init<Data: RandomAccessCollection, RowContent: View>(
        _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Data.Element: Identifiable {}
    public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) {}
    public init<Selection: Hashable, Content: View>(
        selection: Binding<Selection?>?, @ViewBuilder content: () -> Content
    ) {}

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
    @_semantics("swiftui.requires_constant_range")
    public init<Content: View>(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) {}

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
    public init<Parent: View, Content: View, Footer: View>(
        @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer
    ) {}
    public init<Content: View, Footer: View>(
        @ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer
    ) {}

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
    public init<Content: View>(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {}

    public var body: Never { fatalError("drawn by the system") }
}

/// The first of its views that fits.
public struct ViewThatFits: View {
    public init<Content: View>(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {}

    public var body: Never { fatalError("drawn by the system") }
}

/// A direction.
public enum Axis: Sendable {
    case horizontal, vertical

    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let horizontal = Set(rawValue: 1)
        public static let vertical = Set(rawValue: 2)
    }
}

/// Views that get the same modifiers.
public struct Group: View {
    public init<Content: View>(@ViewBuilder content: () -> Content) {}

    public var body: Never { fatalError("drawn by the system") }
}

/// A title with a value.
public struct LabeledContent: View {
    public init<Content: View>(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
    public init<Value: StringProtocol>(_ titleKey: LocalizedStringKey, value: Value) {}

    public var body: Never { fatalError("drawn by the system") }
}

/// Views below each other.
public struct VStack: View {
    public init<Content: View>(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {}

    public var body: Never { fatalError("drawn by the system") }
}

/// The alignment of the views of a stack.
public struct HorizontalAlignment: Sendable {
    public static let leading = HorizontalAlignment()
    public static let center = HorizontalAlignment()
    public static let trailing = HorizontalAlignment()
}

/// The alignment of the views of a row.
public struct VerticalAlignment: Sendable {
    public static let top = VerticalAlignment()
    public static let center = VerticalAlignment()
    public static let firstTextBaseline = VerticalAlignment()
}

/// Screens that lie on each other.
public struct NavigationStack: View {
    public init<Root: View>(@ViewBuilder root: () -> Root) {}
    public init<Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Root: View>(
        path: Binding<Data>, @ViewBuilder root: () -> Root
    ) where Data.Element: Hashable {}

    public var body: Never { fatalError("drawn by the system") }
}

/// Columns, of which the first leads to the others.
public struct NavigationSplitView: View {
    public init<Sidebar: View, Detail: View>(
        @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail
    ) {}

    public var body: Never { fatalError("drawn by the system") }
}

/// A row that leads to a screen.
public struct NavigationLink: View {
    public init<Value: Hashable, Content: View>(value: Value?, @ViewBuilder label: () -> Content) {}
    public init<Value: Hashable>(_ titleKey: LocalizedStringKey, value: Value?) {}
    @_disfavoredOverload public init<Title: StringProtocol, Value: Hashable>(_ title: Title, value: Value?) {}

    public var body: Never { fatalError("drawn by the system") }
}
