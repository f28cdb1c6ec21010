/** The amounts of a tick. Those of nodes of an earlier version do not say what was drawn ahead. */
export const READ_AMOUNTS = `
local function amounts(packed)
  if #packed < 40 then
    local one, two, three = struct.unpack('>ddd', packed)
    return {one, two, three, 0, 0}
  end
  return {struct.unpack('>ddddd', packed)}
end
`;

/**
 * Draws requests and input tokens of a sliding minute ahead of their use, and takes back what was not used.
 *
 * KEYS: the window. ARGV: offset of the test clock in ms; limits of requests, input and output tokens;
 * requests and input tokens needed; the tick, requests and input tokens returned; input and output tokens
 * recorded since; requests and input tokens that had been drawn ahead at the tick; and for each tick with calls
 * that took less than they were counted as, the tick, the requests and the input tokens to take off. Returns
 * [tick, requests, input tokens, room for output, ms to wait for requests, for input, for output].
 *
 * A hash holds one field per second (tick) with its three amounts, and behind them how much of requests and
 * input tokens was drawn ahead, for `USE_SCRIPT`. A tick counts until a minute and a second after its end,
 * because a draw may be used for a second. Far from the limit a sixteenth of the remaining room is drawn in
 * addition to what is needed, so the draws shrink to single requests as the room runs out.
 */
export const WINDOW_SCRIPT = `
local SHARE, WINDOW, SPARE = 16, 60000, 1000
local n = {}
for i = 1, #ARGV do n[i] = tonumber(ARGV[i]) end
local limits, need = {n[2], n[3], n[4]}, {n[5], n[6], 1}
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000) + n[1]
local tick = math.floor(now / 1000)
local oldest = math.floor((now - WINDOW - SPARE) / 1000)

${READ_AMOUNTS}
local ticks, kept, used, expired = {}, {}, {0, 0, 0}, {}
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  local at = tonumber(all[i])
  if at < oldest then
    expired[#expired + 1] = all[i]
  else
    kept[at] = amounts(all[i + 1])
    ticks[#ticks + 1] = at
  end
end
if #expired > 0 then redis.call('HDEL', KEYS[1], unpack(expired)) end

local function add(at, more)
  if not kept[at] then
    kept[at] = {0, 0, 0, 0, 0}
    ticks[#ticks + 1] = at
  end
  for m = 1, 5 do kept[at][m] = kept[at][m] + more[m] end
end
local function save(at)
  redis.call('HSET', KEYS[1], at, struct.pack('>ddddd', unpack(kept[at], 1, 5)))
end
-- What has left the minute leaves nothing to take off.
local function takeOff(at, less)
  if not kept[at] then return end
  add(at, less)
  save(at)
end
takeOff(n[7], {-n[8], -n[9], 0, -n[12], -n[13]})
for i = 14, #n, 3 do takeOff(n[i], {-n[i + 1], -n[i + 2], 0, 0, 0}) end
add(tick, {0, n[10], n[11], 0, 0})
for _, at in ipairs(ticks) do
  for m = 1, 3 do used[m] = used[m] + kept[at][m] end
end

local granted, room = {0, 0}, {}
for m = 1, 3 do room[m] = limits[m] - used[m] end
if need[1] > 0 and room[1] >= 1 and room[3] >= 1 then
  for m = 1, 2 do
    local spare = math.max(0, math.floor((room[m] - need[m]) / SHARE))
    granted[m] = math.max(0, math.min(need[m] + spare, room[m]))
  end
  add(tick, {granted[1], granted[2], 0, math.max(0, granted[1] - need[1]), math.max(0, granted[2] - need[2])})
end
save(tick)
redis.call('PEXPIRE', KEYS[1], WINDOW + 2 * SPARE)

local waits = {0, 0, 0}
table.sort(ticks)
for m = 1, 3 do
  local short = math.min(need[m], limits[m]) - room[m]
  if need[1] > 0 and short > 0 then
    waits[m] = WINDOW + SPARE
    for _, at in ipairs(ticks) do
      short = short - kept[at][m]
      if short <= 0 then
        waits[m] = (at + 1) * 1000 + WINDOW + SPARE - now
        break
      end
    end
  end
end
return {tick, granted[1], granted[2], math.floor(room[3]), waits[1], waits[2], waits[3]}
`;
