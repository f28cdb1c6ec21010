import { LEASE_MS, RECALL_CHANNEL } from './rate-script.ts';

/**
 * Keeps the higher of two epochs, because publications may arrive in any order. If it rose, or a change of credentials is being
 * announced, nodes that may trust an earlier one are asked to give back their leases. KEYS: the epoch, the organization's
 * leases. ARGV: the epoch's value, 1 for an announcement or 0. Returns when leases that came with an earlier epoch are over
 * at the latest, 0 if there are none.
 */
export const EPOCH_SCRIPT = `
local known = tonumber(redis.call('GET', KEYS[1]) or '-1')
local rose = tonumber(ARGV[1]) > known
if rose then redis.call('SET', KEYS[1], ARGV[1]) end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if not rose and ARGV[2] == '0' then return 0 end
if redis.call('ZCOUNT', KEYS[2], now, '+inf') == 0 then return 0 end
redis.pcall('PUBLISH', '${RECALL_CHANNEL}', KEYS[1])
return now + ${LEASE_MS}
`;

/** How many leases that end until a moment are in force. KEYS: the organization's leases. ARGV: the moment in ms. */
export const LEASES_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return redis.call('ZCOUNT', KEYS[1], now, ARGV[1])
`;
