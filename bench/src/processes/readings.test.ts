import { describe, expect, it } from 'vitest';
import { parseCpuSeconds, parseMachineTime, parseResidentBytes } from './readings.ts';

describe('readings', () => {
  it('reads resident memory in bytes', () => {
    expect(parseResidentBytes('Name:\tnode\nVmHWM:\t  9999 kB\nVmRSS:\t  2048 kB\nThreads:\t7\n')).toBe(
      2048 * 1024,
    );
    expect(parseResidentBytes('')).toBe(0);
  });

  it('reads user and system time behind a name with spaces and brackets', () => {
    expect(parseCpuSeconds('42 (odd) name)) S 1 42 42 0 -1 4194560 500 0 0 0 250 150 0 0 20 0 11 0')).toBe(4);
  });

  it('reads machine time without counting idle and stolen time as busy', () => {
    expect(parseMachineTime('cpu  100 0 50 800 20 0 10 20 0 0\ncpu0 1 2 3\n')).toEqual({
      busy: 1.6,
      steal: 0.2,
      total: 10,
    });
  });
});
