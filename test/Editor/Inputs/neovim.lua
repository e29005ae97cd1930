-- Run inside Neovim by editor.py: waits for the server, applies its first
-- action, and writes what was seen to the file named by REPORT.
local report = io.open(os.getenv('REPORT'), 'w')

local function wait_for(what, condition)
  if not vim.wait(60000, condition, 50) then
    report:write('timed out: ' .. what .. '\n')
    report:close()
    vim.cmd('cquit 3')
  end
end

wait_for('diagnostics', function() return #vim.diagnostic.get(0) > 0 end)
local loop = vim.diagnostic.get(0)[1]
report:write('diagnostic: ' .. loop.message .. '\n')
vim.api.nvim_win_set_cursor(0, { loop.lnum + 1, loop.col })
report:write('under the cursor: ' .. vim.fn.expand('<cword>') .. '\n')

local hover
vim.lsp.handlers['textDocument/hover'] = function(_, result) hover = result end
vim.lsp.buf.hover()
wait_for('hover', function() return hover end)
report:write(hover.contents.value .. '\n')

vim.ui.select = function(items, options, on_choice)
  for _, item in ipairs(items) do
    report:write('action: ' .. options.format_item(item) .. '\n')
  end
  on_choice(items[1])
end
local before = vim.api.nvim_buf_get_changedtick(0)
vim.lsp.buf.code_action()
wait_for('the edit', function() return vim.api.nvim_buf_get_changedtick(0) ~= before end)
wait_for('no diagnostics', function() return #vim.diagnostic.get(0) == 0 end)
report:write('no diagnostics any more\n')
vim.cmd('write')

vim.cmd('edit ' .. os.getenv('REFUSED'))
local message
vim.lsp.handlers['window/showMessage'] = function(_, result) message = result.message end
vim.fn.search('for (')
-- The server may still be reading the file; it answers when it has.
vim.lsp.buf.code_action()
wait_for('the reason', function() return message end)
report:write(message .. '\n')
report:close()
vim.cmd('qall!')
