/** For how long a node may spend what it has drawn, and trust the epoch that came with it. */
export const LEASE_MS = 1000;
/** How long after its lease a node may still say what it spent: until then, a request waits instead of being refused. */
export const SETTLE_MS = 500;
/** Where nodes are asked to give back what they have drawn: the key of a ring, or of an organization's epoch. */
export const RECALL_CHANNEL = 'svc:recall';

/**
 * Counts each request exactly within its caller's sliding window, reads the organizations' credential epochs, draws requests
 * ahead and takes back what was drawn, in one round trip.
 *
 * KEYS, for each entry: the caller's ring, its draws, the organization's leases, its epoch. ARGV: offset of the test clock in
 * ms, the node's name, and for each entry its limit, its window in ms, 1 for a request to be counted or 0, how many
 * requests to draw ahead, the highest number of the node's draws, which is that of this one, the number of the draw to
 * settle or 0, 1 to recall what stands in the way or 0, and what was spent of the draw: pairs of doubles, ms and requests, in
 * rising order. Returns [now], and for each entry: ms to wait or 0, ms for which draws may still be given back, how
 * many requests were drawn ahead, the epoch or an empty text.
 *
 * A ring buffer holds the times of the last `limit` accepted requests, 8 bytes each, after a header with its
 * size and the number of accepted requests. The slot to be written next holds the request accepted `limit`
 * requests ago: while that one is still inside the window, the window is full. A sorted set would do the same
 * with sixteen times the memory. When the limit changes, a new ring is filled from the old one.
 *
 * A hash holds the draw of each node. What is drawn counts as spent until the node says what it really spent, which goes
 * into the ring at the times at which it was spent, so draws make the limit neither higher nor lower. It is drawn only
 * where a quarter of the limit is left. A draw that is never settled, of a node that was killed, counts until it would have left the
 * window. A sorted set of the organization's leases tells who may still trust an earlier epoch.
 */
export const RATE_SCRIPT = `
local LEASE, SETTLE, STEP = ${LEASE_MS}, ${SETTLE_MS}, 64
local time = redis.call('TIME')
local real = time[1] * 1000 + math.floor(time[2] / 1000)
local now = real + tonumber(ARGV[1])
local node = ARGV[2]

local function openRing(key, limit)
  local ring = {key = key, size = limit, count = 0}
  local head = redis.call('GETRANGE', key, 0, 15)
  if #head == 16 then ring.size, ring.count = struct.unpack('>I8I8', head) end
  return ring
end
local function at(ring, number)
  local from = 16 + (number % ring.size) * 8
  return (struct.unpack('>I8', redis.call('GETRANGE', ring.key, from, from + 7)))
end
local function append(ring, moment)
  redis.call('SETRANGE', ring.key, 16 + (ring.count % ring.size) * 8, struct.pack('>I8', moment))
  ring.count = ring.count + 1
end
local function resize(ring, limit)
  local kept = {}
  for i = math.max(0, ring.count - math.min(ring.size, limit)), ring.count - 1 do kept[#kept + 1] = at(ring, i) end
  redis.call('DEL', ring.key)
  ring.size, ring.count = limit, 0
  for _, moment in ipairs(kept) do append(ring, moment) end
end
local function save(ring, window)
  redis.call('SETRANGE', ring.key, 0, struct.pack('>I8I8', ring.size, ring.count))
  redis.call('PEXPIRE', ring.key, window)
end

-- The entries from a number on, oldest first. A ring is read and written in two pieces where it begins anew between them.
local function slice(ring, from)
  local times = {}
  while from < ring.count do
    local place = from % ring.size
    local piece = math.min(ring.count - from, ring.size - place)
    local packed = redis.call('GETRANGE', ring.key, 16 + place * 8, 15 + (place + piece) * 8)
    for i = 0, piece - 1 do times[#times + 1] = struct.unpack('>I8', packed, 1 + 8 * i) end
    from = from + piece
  end
  return times
end
local function appendAll(ring, times)
  -- Of more than fit only the last ones count.
  local from = math.max(1, #times - ring.size + 1)
  ring.count = ring.count + from - 1
  while from <= #times do
    local place = ring.count % ring.size
    local piece, packed = math.min(#times - from + 1, ring.size - place), {}
    for i = 1, piece do packed[i] = struct.pack('>I8', times[from + i - 1]) end
    redis.call('SETRANGE', ring.key, 16 + place * 8, table.concat(packed))
    ring.count, from = ring.count + piece, from + piece
  end
end

-- Writes requests between those that others were accepted for meanwhile, because the times in a ring rise.
local function record(ring, spent)
  local first, oldest, from = struct.unpack('>d', spent), math.max(0, ring.count - ring.size), ring.count
  local later, step = {}, STEP
  while from > oldest and (#later == 0 or later[1] > first) do
    from, step = math.max(oldest, ring.count - step), 2 * step
    later = slice(ring, from)
  end
  local merged, place, i = {}, 1, 1
  while place <= #spent do
    local moment, requests
    moment, requests, place = struct.unpack('>dd', spent, place)
    moment = math.min(moment, now)
    while i <= #later and later[i] <= moment do merged[#merged + 1], i = later[i], i + 1 end
    for _ = 1, requests do merged[#merged + 1] = moment end
  end
  while i <= #later do merged[#merged + 1], i = later[i], i + 1 end
  ring.count = from
  appendAll(ring, merged)
end
local function settle(ring, draws, leases, number, settled, spent)
  local drawn = redis.call('HGET', draws, node)
  local held = drawn and struct.unpack('>d', drawn)
  -- Settled before; or this question was sent over a connection that ended, and comes after later ones.
  if not drawn or held < settled or held > number then return false end
  redis.call('HDEL', draws, node)
  redis.call('ZREM', leases, ring.key .. '|' .. node)
  -- A later draw came with an answer that the node never got. With it this one was settled.
  if held > settled or #spent == 0 then return false end
  record(ring, spent)
  return true
end

-- Requests drawn and not settled, ms for which they may yet be given back, when the first of them leaves the window.
local function outstanding(draws, window)
  local requests, open, leaves, own = 0, 0, math.huge, false
  local all = redis.call('HGETALL', draws)
  for i = 1, #all, 2 do
    local _, drawn, ends = struct.unpack('>ddd', all[i + 1])
    if ends + window <= now then
      redis.call('HDEL', draws, all[i])
    else
      requests, leaves = requests + drawn, math.min(leaves, ends + window)
      open = math.max(open, ends + SETTLE - now)
      own = own or all[i] == node
    end
  end
  return requests, open, leaves, own
end
local function full(ring, limit, window)
  if ring.count < limit then return 0 end
  local wait = at(ring, ring.count - limit) + window - now
  if wait <= 0 then return 0 end
  return math.max(1, wait)
end

local function take(key, draws, leases, limit, window, need, ahead, number, settled, recall, spent)
  local ring = openRing(key, limit)
  -- A draw may be settled after its limit was changed.
  local changed = need == 1 and ring.size ~= limit
  if changed then resize(ring, limit) end
  if settled > 0 and settle(ring, draws, leases, number, settled, spent) then changed = true end
  local drawn, open, leaves, own = outstanding(draws, window)
  local wait = 0
  if need == 1 then
    local left = limit - drawn
    if left < 1 then wait = math.max(1, leaves - now) else wait = full(ring, left, window) end
    if wait == 0 then append(ring, now) end
  end
  if changed or (need == 1 and wait == 0) then save(ring, window) end
  if wait > 0 then
    if full(ring, limit, window) > 0 then open = 0 end
    if open > 0 and recall == 1 then redis.pcall('PUBLISH', '${RECALL_CHANNEL}', key) end
    return wait, open, 0
  end
  local room = limit - drawn - ahead - math.ceil(limit / 4)
  if ahead == 0 or own or room < 1 or full(ring, room, window) > 0 then return 0, 0, 0 end
  redis.call('HSET', draws, node, struct.pack('>ddd', number, ahead, now + LEASE))
  redis.call('PEXPIRE', draws, window + LEASE)
  redis.call('ZREMRANGEBYSCORE', leases, '-inf', real)
  redis.call('ZADD', leases, real + LEASE, key .. '|' .. node)
  redis.call('PEXPIRE', leases, 2 * LEASE)
  return 0, 0, ahead
end

local answer = {now}
for i = 0, #KEYS / 4 - 1 do
  local k, n = 4 * i, {}
  for m = 1, 7 do n[m] = tonumber(ARGV[2 + 8 * i + m]) end
  local wait, open, ahead =
    take(KEYS[k + 1], KEYS[k + 2], KEYS[k + 3], n[1], n[2], n[3], n[4], n[5], n[6], n[7], ARGV[10 + 8 * i])
  local epoch = redis.call('GET', KEYS[k + 4]) or ''
  for _, value in ipairs({wait, open, ahead, epoch}) do answer[#answer + 1] = value end
end
return answer
`;
