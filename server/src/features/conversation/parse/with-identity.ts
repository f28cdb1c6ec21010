import type { Turn } from '#engine';

/** The identity instruction stands before everything a caller says, as a turn of its own (BILL-09). An empty one counts as none. */
export function withIdentity(identity: string, turns: Turn[]): Turn[] {
  return identity === '' ? turns : [{ role: 'system', blocks: [{ type: 'text', text: identity }] }, ...turns];
}
