/**
 * Counts each request exactly within its caller's sliding window and reads the organizations' credential
 * epochs, in one round trip.
 *
 * KEYS, for each request: the caller's ring, the organization's epoch. ARGV: offset of the test clock in ms,
 * and for each request its limit and window in ms. Returns for each request: ms to wait or 0, the epoch or an
 * empty text.
 *
 * A ring buffer holds the times of the last `limit` accepted requests, 8 bytes each, after a header with its
 * size and the number of accepted requests. The slot to be written next holds the request accepted `limit`
 * requests ago: while that one is still inside the window, the window is full. A sorted set would do the same
 * with sixteen times the memory. When the limit changes, a new ring is filled from the old one.
 */
export const RATE_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[1])

local function take(ring, limit, window)
  local function at(place)
    local from = 16 + place * 8
    return (struct.unpack('>I8', redis.call('GETRANGE', ring, from, from + 7)))
  end
  local function put(place, moment)
    redis.call('SETRANGE', ring, 16 + place * 8, struct.pack('>I8', moment))
  end

  local size, count = limit, 0
  local head = redis.call('GETRANGE', ring, 0, 15)
  if #head == 16 then size, count = struct.unpack('>I8I8', head) end
  if size ~= limit then
    local kept = {}
    for i = math.max(0, count - math.min(size, limit)), count - 1 do kept[#kept + 1] = at(i % size) end
    redis.call('DEL', ring)
    for i, moment in ipairs(kept) do put(i - 1, moment) end
    count = #kept
  end

  if count >= limit then
    local oldest = at(count % limit)
    if oldest > now - window then
      if size ~= limit then
        redis.call('SETRANGE', ring, 0, struct.pack('>I8I8', limit, count))
        redis.call('PEXPIRE', ring, window)
      end
      return math.max(1, oldest + window - now)
    end
  end
  put(count % limit, now)
  redis.call('SETRANGE', ring, 0, struct.pack('>I8I8', limit, count + 1))
  redis.call('PEXPIRE', ring, window)
  return 0
end

local answer = {}
for i = 1, #KEYS, 2 do
  answer[i] = take(KEYS[i], tonumber(ARGV[i + 1]), tonumber(ARGV[i + 2]))
  answer[i + 1] = redis.call('GET', KEYS[i + 1]) or ''
end
return answer
`;

/**
 * Keeps the higher of two epochs, because publications may arrive in any order. KEYS: the epoch. ARGV: its
 * value.
 */
export const EPOCH_SCRIPT = `
local known = tonumber(redis.call('GET', KEYS[1]) or '-1')
if tonumber(ARGV[1]) > known then redis.call('SET', KEYS[1], ARGV[1]) end
return 1
`;
