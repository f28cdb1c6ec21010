import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 4096;
const pool = Buffer.alloc(POOL_BYTES);
let digits = '';
let position = 0;

/** Random hexadecimal digits, from a pool: asking for 8 bytes costs as much as for 4,096. */
function take(count: number): string {
  if (position + count > digits.length) {
    digits = randomFillSync(pool).toString('hex');
    position = 0;
  }
  const id = digits.slice(position, position + count);
  position += count;
  return id;
}

export function newTraceId(): string {
  return take(32);
}

export function newSpanId(): string {
  return take(16);
}
