/**
 * Records what one node holds of one engine's slots (D-78), and decides on the slots it requests in addition.
 *
 * KEYS: the engine's leases by holder, their organizations by holder, slots by organization, a marker that
 * Redis lost its data. ARGV: holder, number of this claim, capacity, number of used slots from which fair
 * shares apply, lifetime in ms (0: the holder leaves), offset of the test clock in ms, holders known before,
 * slots in use, slots kept, how many organizations use them, then each with its slots, then the organization
 * of each requested slot. Returns [slots leased to the holder, slots leased to all, holders, and for each
 * requested slot: 0 granted, 1 refused for its fair share, 2 all are taken, 3 not known yet], or nothing for
 * a claim that a later one has overtaken.
 *
 * A claim is absolute: repeating it changes nothing and restores what was lost. Slots that a holder uses are
 * recorded even beyond the limit. Slots that it keeps unused are recorded only if it had them before or they
 * are free. Far from full, a holder also gets a sixteenth of the free slots, so that it need not ask for each
 * one. When a holder that claimed before finds no other holder, Redis was emptied: until all have had time to
 * claim again, nobody gets more than its part.
 */
export const SLOTS_SCRIPT = `
local holder, number = ARGV[1], tonumber(ARGV[2])
local capacity, fairFrom, lifetime = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[6])
local known, used, kept = tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9])
local asksFrom = 11 + 2 * tonumber(ARGV[10])

local function count(organization, change)
  if change == 0 then return end
  if redis.call('HINCRBY', KEYS[3], organization, change) <= 0 then redis.call('HDEL', KEYS[3], organization) end
end
local function organizationsOf(who)
  local packed = redis.call('HGET', KEYS[2], who)
  return packed and cmsgpack.unpack(packed) or {}
end
local function forget(who)
  for organization, slots in pairs(organizationsOf(who)) do count(organization, -slots) end
  redis.call('HDEL', KEYS[1], who)
  redis.call('HDEL', KEYS[2], who)
end

if lifetime == 0 then
  forget(holder)
  return {}
end

local others, holders, had = 0, 1, 0
local leases = redis.call('HGETALL', KEYS[1])
for i = 1, #leases, 2 do
  local expires, slots, last = string.match(leases[i + 1], '(%d+) (%d+) (%d+)')
  if leases[i] == holder then
    if tonumber(last) >= number then return {} end
    if tonumber(expires) > now then had = tonumber(slots) end
  elseif tonumber(expires) <= now then
    forget(leases[i])
  else
    others, holders = others + tonumber(slots), holders + 1
  end
end

if #leases == 0 and number > 1 then redis.call('SET', KEYS[4], '1', 'PX', 3000) end
local share = capacity
if redis.call('EXISTS', KEYS[4]) == 1 then
  holders = math.max(holders, known)
  share = math.max(1, math.floor(capacity / holders))
end

local before, after = organizationsOf(holder), {}
for i = 11, asksFrom - 2, 2 do after[ARGV[i]] = tonumber(ARGV[i + 1]) end
for organization, slots in pairs(before) do
  if not after[organization] then count(organization, -slots) end
end
for organization, slots in pairs(after) do count(organization, slots - (before[organization] or 0)) end

local leased = math.max(used, math.min(kept, math.max(had, capacity - others)))
local answer = {0, 0, holders}
for i = asksFrom, #ARGV do
  local organization = ARGV[i]
  local held = tonumber(redis.call('HGET', KEYS[3], organization) or '0')
  local outcome = 0
  if others + leased >= capacity then
    outcome = 2
  elseif others + leased >= fairFrom and held > 0 and held >= math.ceil(capacity / redis.call('HLEN', KEYS[3])) then
    outcome = 1
  elseif leased >= share then
    outcome = 3
  else
    leased = leased + 1
    after[organization] = (after[organization] or 0) + 1
    count(organization, 1)
  end
  answer[#answer + 1] = outcome
end
if #ARGV >= asksFrom and share == capacity then
  leased = leased + math.max(0, math.floor((fairFrom - others - leased) / 16))
end

redis.call('HSET', KEYS[1], holder, string.format('%.0f %.0f %.0f', now + lifetime, leased, number))
redis.call('HSET', KEYS[2], holder, cmsgpack.pack(after))
for i = 1, 3 do redis.call('PEXPIRE', KEYS[i], lifetime) end
answer[1], answer[2] = leased, others + leased
return answer
`;
