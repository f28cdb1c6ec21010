import { describe, expect, it } from 'vitest';
import { Breaker } from './breaker.ts';
import { EngineFault } from './events.ts';
import { KeyHealth } from './key-health.ts';

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

  it.each([
    ['401', new EngineFault('status', { status: 401 })],
    ['402', new EngineFault('status', { status: 402 })],
    ['403', new EngineFault('status', { status: 403 })],
    ['an empty account', new EngineFault('status', { status: 400, refusal: { reason: 'account' } })],
    ['a refused key', new EngineFault('status', { status: 400, refusal: { reason: 'credential' } })],
  ])('opens at once for %s', (_name, fault) => {
    const breaker = new Breaker();
    failing(breaker, fault, 1);
    expect([breaker.state(0), breaker.allows(4999), breaker.allows(5000)]).toEqual(['open', false, true]);
  });

  it('opens for an address or a model that is not there', () => {
    const breaker = new Breaker();
    failing(breaker, new EngineFault('status', { status: 404 }), 5);
    expect(breaker.state(0)).toBe('open');
  });

  it('never counts what lies in the request', () => {
    const breaker = new Breaker();
    failing(breaker, new EngineFault('status', { status: 500, refusal: { reason: 'context_length' } }), 100);
    expect([breaker.state(0), breaker.allows(0)]).toEqual(['closed', true]);
  });

  it.each([
    [7, 7000],
    [0, 0],
    [3600, 60_000],
  ])('rests for the hint of a 429, %i s', (retryAfterSeconds, restMs) => {
    const breaker = new Breaker();
    failing(breaker, new EngineFault('status', { status: 429, retryAfterSeconds }), 1);
    expect([breaker.restMs(0), breaker.allows(restMs - 1), breaker.allows(restMs)]).toEqual([
      restMs,
      false,
      true,
    ]);
    expect(breaker.state(0)).toBe('closed');
  });

  it('rests longer with every 429 without a hint, until one succeeds', () => {
    const breaker = new Breaker();
    let nowMs = 0;
    for (const restMs of [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
      failing(breaker, new EngineFault('status', { status: 429 }), 1, nowMs);
      expect(breaker.restMs(nowMs)).toBe(restMs);
      nowMs += restMs;
    }
    breaker.succeeded();
    failing(breaker, new EngineFault('status', { status: 429 }), 1, nowMs);
    expect(breaker.restMs(nowMs)).toBe(1000);
  });

  it('counts consecutive failures only', () => {
    const breaker = new Breaker();
    failing(breaker, DOWN, 4);
    breaker.succeeded();
    failing(breaker, DOWN, 4);
    failing(breaker, new EngineFault('status', { status: 422 }), 1);
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

  it('learns nothing from a request that was refused before it was sent', () => {
    const unsent = new EngineFault('status', { status: 400, isUnsent: true });
    const key = new KeyHealth();
    const breaker = new Breaker(key);
    breaker.failed(new EngineFault('status', { status: 401 }), 0, false);
    failing(breaker, unsent, 1);
    expect(key.isOut).toBe(true);
    const open = new Breaker();
    failing(open, DOWN, 5);
    failing(open, unsent, 1, 5000);
    expect([open.state(5000), open.allows(5000)]).toEqual(['half_open', true]);
  });
});
