import { describe, expect, it } from 'vitest';
import { Breaker } from './breaker.ts';
import { EngineFault } from './events.ts';

const DOWN = new EngineFault('unreachable');

function failing(breaker: Breaker, fault: EngineFault, times: number, nowMs = 0): void {
  for (let i = 0; i < times; i++) breaker.failed(fault, nowMs, breaker.started(nowMs));
}

describe('Breaker', () => {
  it.each([
    [DOWN],
    [new EngineFault('timeout')],
    [new EngineFault('status', { status: 500 })],
    [new EngineFault('status', { status: 503 })],
  ])('opens after five in a row of %s', (fault) => {
    const breaker = new Breaker();
    failing(breaker, fault, 4);
    expect(breaker.allows(0)).toBe(true);
    failing(breaker, fault, 1);
    expect([breaker.allows(0), breaker.allows(4999), breaker.state(0)]).toEqual([false, false, 'open']);
  });

  it.each([
    [new EngineFault('status', { status: 400 })],
    [new EngineFault('status', { status: 429 })],
    [new EngineFault('busy')],
    [new EngineFault('broken')],
  ])('never opens for %s', (fault) => {
    const breaker = new Breaker();
    failing(breaker, fault, 100);
    expect(breaker.state(0)).toBe('closed');
  });

  it('counts consecutive failures only', () => {
    const breaker = new Breaker();
    failing(breaker, DOWN, 4);
    breaker.succeeded();
    failing(breaker, DOWN, 4);
    failing(breaker, new EngineFault('status', { status: 404 }), 1);
    failing(breaker, DOWN, 4);
    expect(breaker.state(0)).toBe('closed');
  });

  it('admits one probe when half open, and closes when it succeeds', () => {
    const breaker = new Breaker();
    failing(breaker, DOWN, 5);
    expect([breaker.state(5000), breaker.allows(5000)]).toEqual(['half_open', true]);
    expect(breaker.started(5000)).toBe(true);
    expect(breaker.allows(5000)).toBe(false);
    breaker.succeeded();
    expect([breaker.state(5000), breaker.allows(5000)]).toEqual(['closed', true]);
  });

  it('doubles its pause with every failed probe, up to a minute', () => {
    const breaker = new Breaker();
    failing(breaker, DOWN, 5);
    let nowMs = 5000;
    for (const pauseMs of [10_000, 20_000, 40_000, 60_000, 60_000]) {
      failing(breaker, DOWN, 1, nowMs);
      expect([breaker.allows(nowMs + pauseMs - 1), breaker.allows(nowMs + pauseMs)]).toEqual([false, true]);
      nowMs += pauseMs;
    }
  });

  it('offers the probe again when it ended without a result, and only the probe counts', () => {
    const breaker = new Breaker();
    failing(breaker, DOWN, 5);
    const probe = breaker.started(5000);
    // A request that began before the breaker opened fails meanwhile.
    breaker.failed(DOWN, 5000, false);
    breaker.abandoned(false);
    expect([breaker.state(5000), breaker.allows(5000)]).toEqual(['half_open', false]);
    breaker.abandoned(probe);
    expect(breaker.allows(5000)).toBe(true);
  });
});
