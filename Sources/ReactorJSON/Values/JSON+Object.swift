extension JSON {
    /// The members of an object in their order, with unique names.
    ///
    /// The time to find a name grows with the number of members. To find many names, iterate over ``members`` once.
    public struct Object: Sendable {
        /// A name and its value.
        public struct Member: Sendable {
            /// The name.
            public let key: String
            /// The value.
            public var value: JSON

            /// Creates a member.
            package init(key: String, value: JSON) {
                self.key = key
                self.value = value
            }
        }

        /// The members in order.
        public private(set) var members: [Member] = []

        /// Creates an object without members.
        public init() {}

        /// Creates an object, or returns nil if a name is repeated.
        init?(members: [Member]) {
            guard Set(members.map { ExactText($0.key) }).count == members.count else { return nil }
            self.members = members
        }

        package init(distinct members: [Member]) { self.members = members }

        /// The number of members.
        public var count: Int { members.count }

        /// Whether both are the same value in memory, which implies equality without a comparison of members.
        func isIdentical(to other: Self) -> Bool {
            members.withUnsafeBufferPointer { own in
                other.members.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress && own.count == $0.count }
            }
        }

        /// The members, sorted by the bytes of their names.
        package var sortedMembers: [Member] {
            func isBefore(_ left: Member, _ right: Member) -> Bool { ExactText(left.key) < ExactText(right.key) }
            let isSorted = members.indices.dropFirst().allSatisfy { isBefore(members[$0 - 1], members[$0]) }
            // Sorting is stable, which matters if names are not unique yet.
            return isSorted ? members : members.sorted(by: isBefore)
        }

        /// The value with this name. A new name is added at the end. Setting nil removes the member.
        public subscript(key: String) -> JSON? {
            get { index(of: key).map { members[$0].value } }
            set {
                switch (index(of: key), newValue) {
                case (let index?, let value?): members[index].value = value
                case (let index?, nil): members.remove(at: index)
                case (nil, let value?): members.append(Member(key: key, value: value))
                case (nil, nil): return
                }
            }
        }

        private func index(of key: String) -> Int? {
            let key = ExactText(key)
            return members.firstIndex { ExactText($0.key) == key }
        }

        /// Returns the members with each value changed by `transform`.
        package func mapValues(_ transform: (Member) throws -> JSON) rethrows -> Self {
            Self(distinct: try members.map { Member(key: $0.key, value: try transform($0)) })
        }
    }
}

extension JSON.Object: Hashable {
    public static func == (left: Self, right: Self) -> Bool {
        if left.isIdentical(to: right) { return true }
        guard left.count == right.count else { return false }
        var search = Search(right)
        return left.members.enumerated().allSatisfy { index, member in
            search.value(of: member.key, near: index) == member.value
        }
    }

    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for member in members {
            var own = Hasher()
            own.combine(ExactText(member.key))
            own.combine(member.value)
            sum &+= own.finalize()
        }
        hasher.combine(members.count)
        hasher.combine(sum)
    }

    /// A search for many names: in order if both objects have the same order, otherwise with an index.
    struct Search {
        private let object: JSON.Object
        private var places: [ExactText: Int]?

        init(_ object: JSON.Object) { self.object = object }

        mutating func value(of key: String, near index: Int) -> JSON? {
            let key = ExactText(key)
            if index < object.count, ExactText(object.members[index].key) == key { return object.members[index].value }
            let places =
                places
                ?? Dictionary(uniqueKeysWithValues: object.members.enumerated().map { (ExactText($1.key), $0) })
            self.places = places
            return places[key].map { object.members[$0].value }
        }
    }
}
