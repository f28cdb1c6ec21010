/**
 * One request of a caller, counted exactly within a sliding window, and its organization's credential epoch, in one trip.
 *
 * KEYS: the caller's ring, the organization's epoch. ARGV: limit, window in ms, offset of the test clock in ms.
 * Answers [ms to wait or 0, epoch or nil].
 *
 * The ring holds the times of the last `limit` accepted requests, 8 bytes each, behind a header of its size and how many
 * were accepted. The place to be written next holds the request accepted `limit` requests ago: when that one is still
 * inside the window, the window is full. A sorted set would say the same at sixteen times the memory. A changed limit
 * makes a new ring from what the old one remembers.
 */
export const RATE_SCRIPT = `
local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[3])
local epoch = redis.call('GET', KEYS[2])

local function at(place)
  local from = 16 + place * 8
  return (struct.unpack('>I8', redis.call('GETRANGE', KEYS[1], from, from + 7)))
end
local function put(place, moment)
  redis.call('SETRANGE', KEYS[1], 16 + place * 8, struct.pack('>I8', moment))
end

local size, count = limit, 0
local head = redis.call('GETRANGE', KEYS[1], 0, 15)
if #head == 16 then size, count = struct.unpack('>I8I8', head) end
if size ~= limit then
  local kept = {}
  for i = math.max(0, count - math.min(size, limit)), count - 1 do kept[#kept + 1] = at(i % size) end
  redis.call('DEL', KEYS[1])
  for i, moment in ipairs(kept) do put(i - 1, moment) end
  count = #kept
end

if count >= limit then
  local oldest = at(count % limit)
  if oldest > now - window then
    if size ~= limit then
      redis.call('SETRANGE', KEYS[1], 0, struct.pack('>I8I8', limit, count))
      redis.call('PEXPIRE', KEYS[1], window)
    end
    return {math.max(1, oldest + window - now), epoch}
  end
end
put(count % limit, now)
redis.call('SETRANGE', KEYS[1], 0, struct.pack('>I8I8', limit, count + 1))
redis.call('PEXPIRE', KEYS[1], window)
return {0, epoch}
`;

/** Keeps the higher of two epochs: publications may arrive in any order. KEYS: the epoch. ARGV: its value. */
export const EPOCH_SCRIPT = `
local known = tonumber(redis.call('GET', KEYS[1]) or '-1')
if tonumber(ARGV[1]) > known then redis.call('SET', KEYS[1], ARGV[1]) end
return 1
`;
