extension JSON {
    /// The members of an object, in the order they came, each name once.
    ///
    /// Looking a name up takes time in the number of members; to look up many, go through ``members`` once.
    public struct Object: Sendable {
        /// A name and its value.
        public struct Member: Sendable {
            /// The name.
            public let key: String
            /// The value.
            public var value: JSON

            /// A member with this name and value.
            public init(key: String, value: JSON) {
                self.key = key
                self.value = value
            }
        }

        /// The members in order.
        public private(set) var members: [Member] = []

        /// An object without members.
        public init() {}

        /// An object of these members. Nil when a name comes twice.
        init?(members: [Member]) {
            guard Set(members.map { ExactText($0.key) }).count == members.count else { return nil }
            self.members = members
        }

        package init(distinct members: [Member]) { self.members = members }

        /// How many members there are.
        public var count: Int { members.count }

        /// Whether both are one value in memory, which says without a look at the members that they are equal.
        func isIdentical(to other: Self) -> Bool {
            members.withUnsafeBufferPointer { own in
                other.members.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress && own.count == $0.count }
            }
        }

        /// The members in the order of the bytes of their names.
        package var sortedMembers: [Member] {
            func isBefore(_ left: Member, _ right: Member) -> Bool { ExactText(left.key) < ExactText(right.key) }
            let isSorted = members.indices.dropFirst().allSatisfy { isBefore(members[$0 - 1], members[$0]) }
            // Sorting is stable, which counts for whoever has members of one name still.
            return isSorted ? members : members.sorted(by: isBefore)
        }

        /// The value of that name. A new name goes to the end, nil takes a member away.
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

        /// The same members with each value changed by `transform`.
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

    /// Looks many names up: at once where both objects have their members in one order, else by an index made once.
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
