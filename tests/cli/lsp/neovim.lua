-- Neovim, headless: `ferz lsp` as its language server, set up as guides/editor.md says. By environment: FERZ, GAME (in a folder mygames/; it
-- has `lettr` for `letter`), GUIDE (the lines of the guide).
local function fail(words)
    io.stdout:write("FAILED: neovim: " .. words .. "\n")
    vim.cmd("cquit 1")
end
local function wait(words, done)
    if not vim.wait(20000, done, 20) then
        fail(words)
    end
end
vim.env.PATH = vim.fn.fnamemodify(vim.env.FERZ, ":h") .. ":" .. vim.env.PATH
vim.cmd("luafile " .. vim.env.GUIDE)
vim.cmd("edit " .. vim.env.GAME)
local buffer = vim.api.nvim_get_current_buf()
wait("the server did not start", function() return #vim.lsp.buf_get_clients(buffer) == 1 end)
local client = vim.tbl_values(vim.lsp.buf_get_clients(buffer))[1]
local function ask(method, more)
    local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(0, client.offset_encoding), more or {})
    local answer = client.request_sync(method, params, 20000, buffer)
    if not answer or answer.err then
        fail(method .. ": " .. vim.inspect(answer))
    end
    return answer.result
end
wait("nothing is underlined", function() return #vim.diagnostic.get(buffer) > 0 end)
local shown = vim.diagnostic.get(buffer)[1]
if not shown.message:find("did you mean `letter`") or shown.code ~= "E0301" then
    fail(vim.inspect(shown))
end
vim.api.nvim_win_set_cursor(0, {shown.lnum + 1, shown.col})
local line = vim.lsp.util.make_given_range_params({shown.lnum + 1, shown.col}, {shown.lnum + 1, shown.col}, buffer, client.offset_encoding)
local actions = ask("textDocument/codeAction", {range = line.range, context = {diagnostics = {}}})
vim.lsp.util.apply_workspace_edit(actions[1].edit, client.offset_encoding)
wait("the fixed text is still underlined", function() return #vim.diagnostic.get(buffer) == 0 end)
vim.fn.search("fmW")
local hover = ask("textDocument/hover")
if not hover.contents.value:find("Moves without capturing one cell straight forward", 1, true) then
    fail(vim.inspect(hover))
end
local before = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n")
vim.lsp.util.apply_text_edits(ask("textDocument/formatting", {options = {tabSize = 2, insertSpaces = true}}), buffer, client.offset_encoding)
local after = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n")
if after == before or not after:find("board: {size: 8x8}", 1, true) then
    fail("formatting: " .. after)
end
io.stdout:write("passed: neovim underlines, fixes, explains, lays out\n")
vim.cmd("qall!")
