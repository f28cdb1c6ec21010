import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClock, type Clock } from '#kit';
import { Scheduler } from './scheduler.ts';

describe('Scheduler', () => {
  let clock: Clock;
  let lines: { readonly level: number; readonly job: string; readonly msg: string }[];
  let scheduler: Scheduler;

  beforeEach(() => {
    clock = createClock();
    lines = [];
    const write = (line: string): void => void lines.push(JSON.parse(line) as (typeof lines)[number]);
    scheduler = new Scheduler({ clock, log: pino({ level: 'info' }, { write }) });
  });
  afterEach(() => scheduler.close());

  it('runs a job repeatedly', async () => {
    const thrice = Promise.withResolvers<void>();
    let runs = 0;
    scheduler.every({ name: 'test', everyMs: 1, run: () => void (++runs === 3 && thrice.resolve()) });
    await thrice.promise;
    expect(runs).toBeGreaterThanOrEqual(3);
  });

  it('runs jobs in the order they were scheduled when the clock is moved, and waits for all of them', async () => {
    const ran: string[] = [];
    for (const name of ['first', 'second']) {
      const run = async (): Promise<void> => {
        ran.push(`${name} begins`);
        await new Promise(setImmediate);
        ran.push(`${name} ends`);
      };
      scheduler.every({ name, everyMs: 60_000, run });
    }
    await clock.advance(1);
    expect(ran).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });

  it('runs a job once more when the clock was moved during a run, and never concurrently', async () => {
    const gate = Promise.withResolvers<void>();
    let [runs, concurrency, most] = [0, 0, 0];
    const run = async (): Promise<void> => {
      runs++;
      most = Math.max(most, ++concurrency);
      await gate.promise;
      concurrency--;
    };
    const job = scheduler.every({ name: 'test', everyMs: 60_000, run });
    void job.run();
    void job.run();
    const advanced = clock.advance(1);
    gate.resolve();
    await advanced;
    expect([runs, most]).toEqual([2, 1]);
  });

  it('runs a job with onlyWhenDue only when it is due', async () => {
    let runs = 0;
    scheduler.every({ name: 'test', everyMs: 60_000, run: () => void runs++, onlyWhenDue: true });
    await clock.advance(59_000);
    expect(runs).toBe(0);
    await clock.advance(1000);
    expect(runs).toBe(1);
    await clock.advance(1000);
    expect(runs).toBe(1);
  });

  it('continues after a failure, which it logs once per outage', async () => {
    let unavailable = true;
    let runs = 0;
    const run = (): void => {
      runs++;
      if (unavailable) throw new Error('away');
    };
    scheduler.every({ name: 'failing', everyMs: 60_000, run });
    await clock.advance(1);
    await clock.advance(1);
    unavailable = false;
    await clock.advance(1);
    await clock.advance(1);
    expect(runs).toBe(4);
    expect(lines.map(({ job, msg }) => [job, msg])).toEqual([
      ['failing', 'periodic job failed; will retry'],
      ['failing', 'periodic job recovered'],
    ]);
  });

  it('waits for the current run when it is closed, and starts none after it', async () => {
    const gate = Promise.withResolvers<void>();
    let runs = 0;
    const run = async (): Promise<void> => {
      await gate.promise;
      runs++;
    };
    void scheduler.every({ name: 'test', everyMs: 60_000, run }).run();
    const closed = scheduler.close();
    gate.resolve();
    await closed;
    expect(runs).toBe(1);
    await clock.advance(60_000);
    expect(runs).toBe(1);
  });

  it('moving the clock and closing wait for background jobs and what they started', async () => {
    const ended: string[] = [];
    const start = (name: string): void =>
      scheduler.once(name, async () => {
        await new Promise(setImmediate);
        if (name === 'outer') start('inner');
        ended.push(name);
      });
    start('outer');
    await clock.advance(0);
    expect(ended).toEqual(['outer', 'inner']);
    start('last');
    await scheduler.close();
    expect(ended).toEqual(['outer', 'inner', 'last']);
  });

  it('drops background jobs when too many are running, and logs a failed one', async () => {
    const gate = Promise.withResolvers<void>();
    for (let job = 0; job < 201; job++) scheduler.once('flood', () => gate.promise);
    expect(lines.map(({ job, msg }) => [job, msg])).toEqual([
      ['flood', 'too many background jobs; job dropped'],
    ]);
    gate.reject(new Error('no'));
    await clock.advance(0);
    expect(lines).toHaveLength(201);
    expect(lines.at(-1)).toMatchObject({ job: 'flood', msg: 'background job failed' });
  });
});
