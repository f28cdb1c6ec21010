import { randomFillSync } from 'node:crypto';

// Crockford's base 32 in lower case, as ULID orders it.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const ALPHABET_BYTES = Buffer.from(ALPHABET);
const RANDOM_CHARACTERS = 16;
/** Random characters of ids to come, as text: made one by one they would be a string for each. */
const pool = Buffer.allocUnsafe(4096);
let poolOffset = pool.length;
let lastMs = -1;
let lastTime = '';

function encodeTime(ms: number): string {
  let rest = ms;
  let text = '';
  for (let i = 0; i < 10; i++) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** `prefix` and a lower-case ULID: 10 characters of time, 16 of randomness (D-10, D-GEN-3). Sorts by creation. */
export function newId(prefix: string, nowMs: number): string {
  if (nowMs !== lastMs) {
    lastMs = nowMs;
    lastTime = encodeTime(nowMs);
  }
  if (poolOffset + RANDOM_CHARACTERS > pool.length) refillPool();
  const random = pool.toString('latin1', poolOffset, poolOffset + RANDOM_CHARACTERS);
  poolOffset += RANDOM_CHARACTERS;
  return prefix + lastTime + random;
}

function refillPool(): void {
  randomFillSync(pool);
  for (let i = 0; i < pool.length; i++) pool[i] = ALPHABET_BYTES[pool[i]! & 31]!;
  poolOffset = 0;
}

/** When an id was created, in epoch milliseconds: its ULID begins with that. NaN for anything else. */
export function idTimeMs(id: string): number {
  const time = id.slice(id.indexOf('_') + 1).slice(0, 10);
  let ms = 0;
  for (const character of time) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return Number.NaN;
    ms = ms * 32 + digit;
  }
  return ms;
}
