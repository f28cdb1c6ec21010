import { LEASE_MS, RECALL_CHANNEL } from './rate-script.ts';

/**
 * Keeps the higher of two epochs, because publications may arrive in any order, and asks the nodes that may trust an
 * earlier one to give back their leases. KEYS: the epoch, the organization's leases. ARGV: the epoch's value, offset of the
 * test clock in ms. Returns the latest end of leases that came with an earlier epoch, 0 if there are none.
 */
export const EPOCH_SCRIPT = `
local known = tonumber(redis.call('GET', KEYS[1]) or '-1')
if tonumber(ARGV[1]) > known then redis.call('SET', KEYS[1], ARGV[1]) end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[2])
if redis.call('ZCOUNT', KEYS[2], now, '+inf') == 0 then return 0 end
redis.pcall('PUBLISH', '${RECALL_CHANNEL}', KEYS[1])
return now + ${LEASE_MS}
`;

/**
 * How many leases that end until a moment are in force. KEYS: the organization's leases. ARGV: the moment in ms, offset of the
 * test clock in ms.
 */
export const LEASES_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[2])
return redis.call('ZCOUNT', KEYS[1], now, ARGV[1])
`;
