import { READ_AMOUNTS } from './window-script.ts';

/**
 * Reads what is counted in sliding minutes and in rings of requests, and changes nothing.
 *
 * KEYS: windows of `WINDOW_SCRIPT`, then rings of `RATE_SCRIPT`. ARGV: offset of the test clock in ms, number of
 * windows, length of the rings' window in ms. Returns for each window its requests, input and output tokens, then for
 * each ring its requests.
 *
 * What a node has drawn ahead counts for the limit, and is left out here as long as the node may still return it: far
 * from the limit it is more than what was used.
 */
export const USE_SCRIPT = `
local WINDOW, SPARE, RETURNED_TICKS = 60000, 1000, 3
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[1])
local windows, length = tonumber(ARGV[2]), tonumber(ARGV[3])
local tick = math.floor(now / 1000)
local oldest = math.floor((now - WINDOW - SPARE) / 1000)
${READ_AMOUNTS}
local answer = {}
for k = 1, windows do
  local used = {0, 0, 0}
  local all = redis.call('HGETALL', KEYS[k])
  for i = 1, #all, 2 do
    local at = tonumber(all[i])
    if at >= oldest then
      local counted = amounts(all[i + 1])
      for m = 1, 3 do used[m] = used[m] + counted[m] end
      if at > tick - RETURNED_TICKS then
        for m = 1, 2 do used[m] = used[m] - math.max(0, counted[m + 3]) end
      end
    end
  end
  for m = 1, 3 do answer[#answer + 1] = math.floor(used[m]) end
end

for k = windows + 1, #KEYS do
  local head = redis.call('GETRANGE', KEYS[k], 0, 15)
  local inside = 0
  if #head == 16 then
    local size, count = struct.unpack('>I8I8', head)
    -- The times rise: the first one inside the window is found by halving.
    local low, high = math.max(0, count - size), count
    while low < high do
      local middle = math.floor((low + high) / 2)
      local from = 16 + (middle % size) * 8
      local moment = struct.unpack('>I8', redis.call('GETRANGE', KEYS[k], from, from + 7))
      if moment > now - length then high = middle else low = middle + 1 end
    end
    inside = count - low
  end
  answer[#answer + 1] = inside
end
return answer
`;
