// A JSON value is met in schemas, payloads and reports: it comes along.
@_exported import ReactorJSON
