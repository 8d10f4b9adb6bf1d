import ReactorRecording

extension Message {
    /// Reads a line of the protocol.
    package init(_ json: JSON) throws {
        if let start = json["start"] {
            self = .start(
                user: try start.text("user"), rows: try start.list("rows").map { try Row($0) },
                version: try start.count("version"))
        } else if let act = json["act"] {
            self = .act(
                request: try act.text("request"), try Operation(act.member("op")),
                isPlain: try act.flag("plain") ?? false)
        } else if let answer = json["answer"] {
            self = .answer(try Answer(answer))
        } else if let push = json["push"] {
            self = .push(try Known(push))
        } else if let refresh = json["refresh"] {
            self = .refresh(page: try refresh.number("page"))
        } else if let reset = json["reset"] {
            self = .reset(user: try reset.text("user"))
        } else if json["restart"] != nil {
            self = .restart
        } else {
            throw FormatError("it is no message: one of start, act, answer, push, refresh, reset, restart")
        }
    }

    /// The line of the protocol.
    package func json(turns: Int?) -> JSON {
        var object: JSON.Object
        switch self {
        case .start(let user, let rows, let version):
            object = [
                "start": ["user": .string(user), "rows": .array(rows.map(\.json)), "version": JSON(version)]
            ]
        case .act(let request, let operation, let isPlain):
            var act: JSON.Object = ["request": .string(request), "op": operation.json]
            if isPlain { act["plain"] = true }
            object = ["act": .object(act)]
        case .answer(let answer): object = ["answer": answer.json]
        case .push(let known): object = ["push": .object(known.members)]
        case .refresh(let page):
            var refresh = JSON.Object()
            if let page { refresh["page"] = JSON(page) }
            object = ["refresh": .object(refresh)]
        case .reset(let user): object = ["reset": ["user": .string(user)]]
        case .restart: object = ["restart": [:]]
        }
        if let turns { object["turns"] = JSON(turns) }
        return .object(object)
    }
}

extension Answer {
    init(_ json: JSON) throws {
        request = try json.text("request")
        if try json.flag("refused") == true {
            content = .refused
        } else if try json.flag("lost") == true {
            content = .lost
        } else if json["rows"] != nil {
            content = .listing(
                Listing(
                    rows: try json.list("rows").map { try Row($0) }, version: try json.count("version"),
                    applied: try json.applied(), page: try json.number("page")))
        } else {
            content = .done(try Known(json))
        }
    }

    var json: JSON {
        var object: JSON.Object = ["request": .string(request)]
        switch content {
        case .refused: object["refused"] = true
        case .lost: object["lost"] = true
        case .done(let known):
            object["ok"] = true
            for member in known.members.members { object[member.key] = member.value }
        case .listing(let listing):
            object["rows"] = .array(listing.rows.map(\.json))
            object["version"] = JSON(listing.version)
            object["applied"] = .array(listing.applied.map { .string($0) })
            if let page = listing.page { object["page"] = JSON(page) }
        }
        return .object(object)
    }
}

extension Known {
    init(_ json: JSON) throws {
        let row = json["row"]
        self.init(
            id: try json.text("id"), row: try row.flatMap { $0.isNull ? nil : try Row($0) },
            version: try json.count("version"), applied: try json.applied())
    }

    var members: JSON.Object {
        [
            "id": .string(id), "row": row?.json ?? .null, "version": JSON(version),
            "applied": .array(applied.map { .string($0) }),
        ]
    }
}

extension Row {
    init(_ json: JSON) throws {
        self.init(
            id: try json.text("id"), value: try json.count("v"), place: try json.count("p"),
            version: try json.number("ver") ?? 0)
    }

    package var json: JSON {
        ["id": .string(id), "v": JSON(value), "p": JSON(place), "ver": JSON(version)]
    }
}

extension Reply {
    /// Parses the reply of a client.
    package init(_ json: JSON) throws {
        guard json["show"] != nil else { throw FormatError("\"show\" is missing") }
        self.init(
            show: try json.list("show").map { try Row($0) }, send: try json.list("send").map { try Request($0) },
            cancel: try json.names("cancel"), kept: try json.names("kept"))
    }

    package var json: JSON {
        var object: JSON.Object = ["show": .array(show.map(\.json)), "send": .array(send.map(\.json))]
        object["cancel"] = .array(cancel.map { .string($0) })
        if !kept.isEmpty { object["kept"] = .array(kept.map { .string($0) }) }
        return .object(object)
    }
}

extension Request {
    init(_ json: JSON) throws {
        let isFetch = try json.flag("fetch") ?? false
        let kind: Kind =
            if !isFetch {
                .change(try Operation(json.member("op")))
            } else if json["row"] != nil {
                .row(try json.text("row"))
            } else {
                .fetch(page: try json.number("page"))
            }
        self.init(try json.text("request"), kind)
    }

    var json: JSON {
        var object: JSON.Object = ["request": .string(name)]
        switch kind {
        case .change(let operation): object["op"] = operation.json
        case .fetch(let page):
            object["fetch"] = true
            if let page { object["page"] = JSON(page) }
        case .row(let id):
            object["fetch"] = true
            object["row"] = .string(id)
        }
        return .object(object)
    }
}

extension JSON {
    fileprivate func names(_ key: String) throws -> [String] {
        try list(key).map {
            guard let name = $0.string else { throw FormatError("\"\(key)\" holds something that is no text") }
            return name
        }
    }

    fileprivate func applied() throws -> [String] { try names("applied") }
}
