import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextLines, Pace, type PaceWindow } from './pace.ts';

const IDLE: PaceWindow = { running: 100, waitingResults: 0, utilization: 0.3, isLive: false };

describe('nextLines', () => {
  it('rises by a quarter while the event loop has spare time', () => {
    expect(nextLines(100, IDLE)).toBe(125);
    expect(nextLines(100, { ...IDLE, isLive: true })).toBe(125);
  });

  it('never falls without live calls, however busy the event loop is', () => {
    expect(nextLines(100, { ...IDLE, utilization: 0.94 })).toBe(125);
    expect(nextLines(100, { ...IDLE, utilization: 1 })).toBe(100);
  });

  it('falls at once where live calls leave too little time, and not below one', () => {
    expect(nextLines(100, { ...IDLE, isLive: true, utilization: 0.7 })).toBe(60);
    expect(nextLines(1, { ...IDLE, isLive: true, running: 1, utilization: 1 })).toBe(1);
  });

  it('falls from what runs rather than from what might', () => {
    expect(nextLines(1000, { ...IDLE, isLive: true, running: 10, utilization: 0.7 })).toBe(6);
  });

  it('stays between too busy and free', () => {
    expect(nextLines(100, { ...IDLE, isLive: true, utilization: 0.55 })).toBe(100);
  });

  it('stays where something else limits the running lines', () => {
    expect(nextLines(100, { ...IDLE, running: 99 })).toBe(100);
  });

  it('falls when the database does not keep up, with and without live calls', () => {
    expect(nextLines(100, { ...IDLE, waitingResults: 301 })).toBe(60);
    expect(nextLines(100, { ...IDLE, isLive: true, waitingResults: 301 })).toBe(60);
  });

  it('has an end', () => {
    expect(nextLines(1000, { ...IDLE, running: 1000 })).toBe(1024);
    expect(nextLines(1024, { ...IDLE, running: 1024 })).toBe(1024);
  });
});

describe('Pace', () => {
  let nowMs = 0;
  beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => nowMs));
  afterEach(() => void vi.restoreAllMocks());

  it('lets few lines start in a turn while there are live calls, and many otherwise', () => {
    let liveCalls = 0;
    const pace = new Pace(() => liveCalls);
    expect(pace.startsPerYield).toBe(64);
    liveCalls++;
    nowMs += 100;
    pace.lineEnded(pace.lines, 0);
    expect(pace.startsPerYield).toBe(2);
    nowMs += 100;
    pace.lineEnded(pace.lines, 0);
    expect(pace.startsPerYield).toBe(64);
  });

  it('decides once in an interval', () => {
    const pace = new Pace(() => 0);
    const { lines } = pace;
    pace.lineEnded(lines, 1000);
    expect(pace.lines).toBe(lines);
    nowMs += 100;
    pace.lineEnded(lines, 1000);
    expect(pace.lines).toBeLessThan(lines);
  });

  it('claims the lines of a quarter of a second', () => {
    const pace = new Pace(() => 0);
    for (let ended = 0; ended < 399; ended++) pace.lineEnded(pace.lines, 0);
    nowMs += 100;
    pace.lineEnded(pace.lines, 0);
    // 400 lines in 100 ms.
    expect(pace.claimedLines).toBe(1000);
  });
});
