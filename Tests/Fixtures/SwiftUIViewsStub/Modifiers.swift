@_exported public import Foundation
public import Observation

/// A color or a pattern.
public protocol ShapeStyle: Sendable {}

/// A color.
public struct Color: ShapeStyle, View {
    nonisolated public init(_ name: String) {}
    nonisolated init() {}

    public static var red: Color { Color() }
    public static var primary: Color { Color() }
    public static var secondary: Color { Color() }
    public static var accentColor: Color { Color() }

    public var body: Never { fatalError("drawn by the system") }
}

extension ShapeStyle where Self == Color {
    public static var red: Color { Color() }
    public static var orange: Color { Color() }
    public static var green: Color { Color() }
}

/// A level of the content.
public struct HierarchicalShapeStyle: ShapeStyle {
    public static let primary = HierarchicalShapeStyle()
    public static let secondary = HierarchicalShapeStyle()
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var primary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
    public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
    public static var tertiary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}

/// A translucent background.
public struct Material: ShapeStyle {}

extension ShapeStyle where Self == Material {
    public static var bar: Material { Material() }
    public static var regularMaterial: Material { Material() }
}

/// The sides of a view.
public enum Edge: Int8, CaseIterable, Sendable {
    case top, leading, bottom, trailing

    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let top = Set(rawValue: 1)
        public static let leading = Set(rawValue: 2)
        public static let bottom = Set(rawValue: 4)
        public static let trailing = Set(rawValue: 8)
        public static let horizontal: Set = [.leading, .trailing]
        public static let vertical: Set = [.top, .bottom]
        public static let all: Set = [.horizontal, .vertical]
    }
}

/// A change that is animated.
public struct Animation: Equatable, Sendable {
    public static let `default` = Animation()
}

@MainActor
public func withAnimation<Result>(
    _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result { try body() }

/// The kinds of submission.
public struct SubmitTriggers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let text = SubmitTriggers(rawValue: 1)
    public static let search = SubmitTriggers(rawValue: 2)
}

extension View {
    nonisolated public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> some View { Several() }
    nonisolated public func background<Style: ShapeStyle>(
        _ style: Style, ignoresSafeAreaEdges edges: Edge.Set = .all
    ) -> some View { Several() }
    nonisolated public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { Several() }
    nonisolated public func padding(_ length: CGFloat) -> some View { Several() }
    nonisolated public func tag<Value: Hashable>(_ tag: Value, includeOptional: Bool = true) -> some View { Several() }
    nonisolated public func id<ID: Hashable>(_ id: ID) -> some View { Several() }
    nonisolated public func safeAreaInset<Content: View>(
        edge: VerticalEdge, @ViewBuilder content: () -> Content
    ) -> some View { Several() }
    nonisolated public func environment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
    ) -> some View { Several() }
    nonisolated public func disabled(_ disabled: Bool) -> some View { Several() }
    nonisolated public func environment<Object: AnyObject & Observable>(_ object: Object?) -> some View { Several() }
    nonisolated public func overlay<Content: View>(@ViewBuilder content: () -> Content) -> some View { Several() }
    nonisolated public func animation<Value: Equatable>(_ animation: Animation?, value: Value) -> some View {
        Several()
    }
    nonisolated public func refreshable(
        @_inheritActorContext action: @escaping @Sendable () async -> Void
    ) -> some View { Several() }
    nonisolated public func task(
        priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { Several() }
    nonisolated public func task<ID: Equatable>(
        id value: ID, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { Several() }
    nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { Several() }
    nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View { Several() }
    nonisolated public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
    ) -> some View { Several() }
    nonisolated public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View { Several() }
    @available(macOS, deprecated: 14, message: "Use `onChange` with a two or zero parameter action closure instead.")
    @available(iOS, deprecated: 17, message: "Use `onChange` with a two or zero parameter action closure instead.")
    nonisolated public func onChange<Value: Equatable>(
        of value: Value, perform action: @escaping (_ newValue: Value) -> Void
    ) -> some View { Several() }
    nonisolated public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { Several() }
    nonisolated public func onSubmit(
        of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void
    ) -> some View { Several() }
    @available(macOS 26, iOS 26, *) nonisolated public func scrollEdgeEffectHidden(_ hidden: Bool = true) -> some View {
        Several()
    }
}

/// The top or the bottom of a view.
public enum VerticalEdge: Sendable { case top, bottom }

extension EnvironmentValues {
    public var timeZone: TimeZone {
        get { .gmt }
        set {}
    }
    public var locale: Locale {
        get { .current }
        set {}
    }
    public var undoManager: UndoManager? { nil }
    public var dismiss: DismissAction { DismissAction() }
    #if os(macOS)
        public var openSettings: OpenSettingsAction { OpenSettingsAction() }
    #endif
}

/// Closes a sheet or a window.
@MainActor
@preconcurrency
public struct DismissAction {
    nonisolated init() {}

    public func callAsFunction() {}
}

#if os(macOS)
    /// Opens the settings.
    @MainActor
    @preconcurrency
    public struct OpenSettingsAction {
        nonisolated init() {}

        public func callAsFunction() {}
    }
#endif

#if os(iOS)
    /// The keys of a keyboard, which are declared in UIKit.
    public enum UIKeyboardType: Int, Sendable { case `default`, decimalPad = 8 }

    extension View {
        nonisolated public func keyboardType(_ type: UIKeyboardType) -> some View { Several() }
        nonisolated public func navigationBarTitleDisplayMode(
            _ displayMode: NavigationBarItem.TitleDisplayMode
        ) -> some View { Several() }
    }

    /// The bar of a stack.
    public struct NavigationBarItem: Sendable {
        public enum TitleDisplayMode: Sendable { case automatic, inline, large }
    }

    extension ToolbarItemPlacement {
        public static let topBarTrailing = ToolbarItemPlacement()
        public static let bottomBar = ToolbarItemPlacement()
    }
#endif

// MARK: - Lists

/// A side of a row.
public enum HorizontalEdge: Sendable { case leading, trailing }

extension View {
    nonisolated public func swipeActions<Content: View>(
        edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> Content
    ) -> some View { Several() }
    nonisolated public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey
    ) -> some View { Several() }
    nonisolated public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
    ) -> some View { Several() }
}

/// The placement of a search field.
public struct SearchFieldPlacement: Sendable {
    public static let automatic = SearchFieldPlacement()
}

// MARK: - Screens

extension View {
    nonisolated public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { Several() }
    @_disfavoredOverload
    nonisolated public func navigationTitle<Title: StringProtocol>(_ title: Title) -> some View { Several() }
    nonisolated public func navigationDestination<Value: Hashable, Content: View>(
        for data: Value.Type, @ViewBuilder destination: @escaping (Value) -> Content
    ) -> some View { Several() }
    nonisolated public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View { Several() }
    nonisolated public func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View
    {
        Several()
    }
    nonisolated public func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View { Several() }
    nonisolated public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View { Several() }
    nonisolated public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View { Several() }
    nonisolated public func alert<Actions: View, Message: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> Actions, @ViewBuilder message: () -> Message
    ) -> some View { Several() }
    nonisolated public func alert<Data, Actions: View, Message: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: Data?,
        @ViewBuilder actions: (Data) -> Actions, @ViewBuilder message: (Data) -> Message
    ) -> some View { Several() }
    nonisolated public func alert<Data, Actions: View, Message: View>(
        _ title: Text, isPresented: Binding<Bool>, presenting data: Data?,
        @ViewBuilder actions: (Data) -> Actions, @ViewBuilder message: (Data) -> Message
    ) -> some View { Several() }
}

/// The content of a bar.
@MainActor
@preconcurrency
public protocol ToolbarContent {
    associatedtype Body: ToolbarContent
    @ToolbarContentBuilder var body: Body { get }
}

extension Never: ToolbarContent {}

/// Something in a bar.
public struct ToolbarItem: ToolbarContent {
    public init<Content: View>(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {}

    public var body: Never { fatalError("drawn by the system") }
}

/// The placement of an item in a bar.
public struct ToolbarItemPlacement: Sendable {
    public static let automatic = ToolbarItemPlacement()
    public static let primaryAction = ToolbarItemPlacement()
    public static let confirmationAction = ToolbarItemPlacement()
    public static let cancellationAction = ToolbarItemPlacement()
    public static let keyboard = ToolbarItemPlacement()
}

/// Several things of a group in a bar.
public struct ToolbarItemGroup: ToolbarContent {
    nonisolated public init<Content: View>(
        placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
    ) {}

    public var body: Never { fatalError("drawn by the system") }
}

/// Combines the items of a bar.
@resultBuilder
public enum ToolbarContentBuilder {
    public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: ToolbarContent>(_ content: repeat each Content) -> SeveralItems {
        SeveralItems()
    }
    public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: ToolbarContent>(first content: First) -> SeveralItems { SeveralItems() }
    public static func buildEither<Second: ToolbarContent>(second content: Second) -> SeveralItems { SeveralItems() }
}

extension Optional: ToolbarContent where Wrapped: ToolbarContent {
    public var body: Never { fatalError("drawn by the system") }
}

/// Several things in a bar.
public struct SeveralItems: ToolbarContent {
    nonisolated public init() {}

    public var body: Never { fatalError("drawn by the system") }
}

// MARK: - Accessibility

extension View {
    nonisolated public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View { Several() }
    nonisolated public func accessibilityLabel(_ label: Text) -> some View { Several() }
    @_disfavoredOverload
    nonisolated public func accessibilityLabel<Label: StringProtocol>(_ label: Label) -> some View { Several() }
    nonisolated public func accessibilityValue(_ valueKey: LocalizedStringKey) -> some View { Several() }
    nonisolated public func accessibilityValue(_ valueDescription: Text) -> some View { Several() }
    @_disfavoredOverload
    nonisolated public func accessibilityValue<Value: StringProtocol>(_ value: Value) -> some View { Several() }
    nonisolated public func accessibilityHint(_ hintKey: LocalizedStringKey) -> some View { Several() }
    nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View { Several() }
    nonisolated public func accessibilityIdentifier(_ identifier: String) -> some View { Several() }
    nonisolated public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
        Several()
    }
    nonisolated public func accessibilityAction(named nameKey: LocalizedStringKey, _ handler: @escaping () -> Void)
        -> some View
    {
        Several()
    }
}

/// The way in which assistive technologies treat the views inside a view.
public struct AccessibilityChildBehavior: Sendable {
    public static let ignore = AccessibilityChildBehavior()
    public static let combine = AccessibilityChildBehavior()
    public static let contain = AccessibilityChildBehavior()
}
