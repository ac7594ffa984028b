print("Hello, " .. arg[1] .. ", from Lua")
