-- What wrk sends: notes of a thousand users, one after another.
local number = 0

request = function()
    number = number + 1
    local headers = { ["Authorization"] = "user" .. number % 1000, ["Content-Type"] = "application/json" }
    return wrk.format("POST", "/notes", headers, '{"text":"note ' .. number .. '"}')
end
