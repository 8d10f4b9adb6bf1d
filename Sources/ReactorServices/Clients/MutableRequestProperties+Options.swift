extension MutableRequestProperties {
    func applying(_ options: RequestOptions) -> MutableRequestProperties {
        var request = self
        for field in options.headers.fields { request.headers.remove(field.name) }
        for field in options.headers.fields { request.headers.add(field) }
        if let tag = options.ifMatch { request.headers["If-Match"] = tag.rawValue }
        if let tag = options.ifNoneMatch { request.headers["If-None-Match"] = tag.rawValue }
        if let key = options.idempotencyKey { request.headers[ServiceHeader.idempotencyKey] = key }
        if let onProgress = options.onProgress { request.onProgress = onProgress }
        return request
    }
}
