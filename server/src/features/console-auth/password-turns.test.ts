import { describe, expect, it } from 'vitest';
import type { ApiError } from '@svc/contract';
import { PasswordTurns, type TurnOwner } from './password-turns.ts';

const HERE = { disconnected: false };
const network = (id: string): TurnOwner => ({ kind: 'network', id });
const person = (id: string): TurnOwner => ({ kind: 'person', id });

/** Turns whose work ends when it is told to, in the order in which it was begun. */
function heldTurns() {
  const warnings: object[] = [];
  let nowMs = 0;
  const turns = new PasswordTurns({
    clock: { monotonicMs: () => nowMs },
    log: { warn: (fields: object) => void warnings.push(fields) } as never,
  });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const take = (name: string, from: TurnOwner, exchange = HERE): Promise<string> =>
    turns
      .take(exchange, from, async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.push(resolve));
        return name;
      })
      .catch((error: unknown) => (error as ApiError).catalogName);
  /** Ends what runs, one after the other, until nothing is left. */
  const endAll = async (): Promise<void> => {
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await new Promise(setImmediate);
    }
  };
  return { take, begun, endAll, warnings, advance: (ms: number) => (nowMs += ms) };
}

describe('turns of passwords', () => {
  it('go to one network after the other, however many each sends', async () => {
    const { take, begun, endAll } = heldTurns();
    const flood = Array.from({ length: 20 }, (_, i) => take(`flood ${i}`, network('flood')));
    const other = Array.from({ length: 2 }, (_, i) => take(`other ${i}`, network('other')));
    await endAll();
    await Promise.all([...flood, ...other]);
    expect(begun.indexOf('other 0')).toBeLessThan(5);
    expect(begun.indexOf('other 1')).toBeLessThan(7);
    expect(begun).toHaveLength(22);
  });

  it('go to a network after every two of known people, whoever of them sends how many', async () => {
    const { take, begun, endAll } = heldTurns();
    const running = [take('a', network('a')), take('b', network('b'))];
    const known = Array.from({ length: 12 }, (_, i) => take(`known ${i}`, person(`p${i}`)));
    const late = take('late', network('late'));
    const later = take('later', network('later'));
    await endAll();
    await Promise.all([...running, ...known, late, later]);
    expect([begun.indexOf('late'), begun.indexOf('later')]).toEqual([2 + 2, 2 + 2 + 1 + 2]);
    expect(begun).toHaveLength(16);
  });

  it('are refused beyond twenty of one person', async () => {
    const { take, endAll } = heldTurns();
    const running = [take('a', network('a')), take('b', network('b'))];
    const flood = Array.from({ length: 30 }, (_, i) => take(`${i}`, person('p')));
    const other = take('other', person('q'));
    await endAll();
    const results = await Promise.all(flood);
    expect(results.filter((result) => result === 'temporarily_unavailable')).toHaveLength(30 - 20);
    expect(await other).toBe('other');
    await Promise.all(running);
  });

  it('go to known people first', async () => {
    const { take, begun, endAll } = heldTurns();
    const flood = Array.from({ length: 400 }, (_, i) => take(`flood ${i}`, network(`n${i % 100}`)));
    const known = [take('known', person('p')), take('session', person('q'))];
    await endAll();
    expect(await Promise.all(known)).toEqual(['known', 'session']);
    expect(begun.slice(2, 4)).toEqual(['known', 'session']);
    await Promise.all(flood);
  });

  it('are refused beyond a short queue of each network and of all, with one warning a minute', async () => {
    const { take, endAll, warnings, advance } = heldTurns();
    const ofOne = Array.from({ length: 50 }, (_, i) => take(`${i}`, network('one')));
    const ofMany = Array.from({ length: 500 }, (_, i) => take(`many ${i}`, network(`many ${i}`)));
    advance(60_000);
    const late = take('late', network('late'));
    const own = take('own', person('own'));
    await endAll();
    const refused = async (all: Promise<string>[]) =>
      (await Promise.all(all)).filter((result) => result === 'temporarily_unavailable').length;
    expect(await refused(ofOne)).toBe(50 - 2 - 40);
    expect(await refused(ofMany)).toBe(500 - (400 - 40));
    expect([await late, await own]).toEqual(['temporarily_unavailable', 'own']);
    expect(warnings).toEqual([
      { refused: 1, waiting: 40, networks: 1 },
      { refused: 148, waiting: 400, networks: 361 },
    ]);
  });

  it('are not refused at once, so that a flood does not come again at once', async () => {
    const { take, endAll } = heldTurns();
    const taken = Array.from({ length: 42 }, (_, i) => take(`${i}`, network('one')));
    const refusal = take('refused', network('one'));
    const startedAtMs = performance.now();
    expect(await refusal).toBe('temporarily_unavailable');
    expect(performance.now() - startedAtMs).toBeGreaterThan(1900);
    await endAll();
    await Promise.all(taken);
  });

  it('pass over callers who have left', async () => {
    const { take, begun, endAll } = heldTurns();
    const running = [take('a', network('a')), take('b', network('b'))];
    const leaver = { disconnected: false };
    const removed = take('gone', network('c'), leaver);
    const next = take('next', network('d'));
    leaver.disconnected = true;
    await endAll();
    await Promise.all([...running, removed, next]);
    expect(begun).toEqual(['a', 'b', 'next']);
    // Nobody is left running: the next one begins at once.
    const last = take('last', network('e'));
    expect(begun.at(-1)).toBe('last');
    await endAll();
    await last;
  });

  it('go on after work that fails', async () => {
    const turns = new PasswordTurns({
      clock: { monotonicMs: () => 0 },
      log: { warn: () => undefined } as never,
    });
    const fail = () => turns.take(HERE, network('a'), () => Promise.reject(new Error('wrong')));
    const all = await Promise.allSettled(Array.from({ length: 10 }, fail));
    expect(all.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await turns.take(HERE, network('a'), () => Promise.resolve(1))).toBe(1);
  });
});
