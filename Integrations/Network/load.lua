-- The requests of wrk: notes of a thousand users, one after another. Every fiftieth note belongs to the user that the readers follow.
local number = 0

request = function()
    number = number + 1
    local user = number % 50 == 0 and 1 or number % 1000
    local headers = { ["Authorization"] = "user" .. user, ["Content-Type"] = "application/json" }
    return wrk.format("POST", "/notes", headers, '{"text":"note ' .. number .. '"}')
end
