// A JSON value is met in answers and bodies: it comes along.
@_exported import ReactorJSON
