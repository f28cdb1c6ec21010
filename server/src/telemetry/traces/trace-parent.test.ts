import { describe, expect, it } from 'vitest';
import { isSampled } from './is-sampled.ts';
import { newSpanId, newTraceId } from './random-ids.ts';
import { formatTraceParent, parseTraceParent } from './trace-parent.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('traceparent', () => {
  it.each([
    [`00-${TRACE}-${SPAN}-01`, true],
    [`00-${TRACE}-${SPAN}-00`, false],
    [`00-${TRACE}-${SPAN}-02`, false],
    [`00-${TRACE}-${SPAN}-03`, true],
    [`cc-${TRACE}-${SPAN}-01-what-a-later-version-adds`, true],
  ])('%s is sampled: %s', (header, sampled) => {
    expect(parseTraceParent(header)).toEqual({ traceId: TRACE, spanId: SPAN, sampled });
  });

  it.each([
    undefined,
    '',
    [`00-${TRACE}-${SPAN}-01`],
    `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}`,
  ])('%j is ignored', (header) => {
    expect(parseTraceParent(header)).toBeUndefined();
  });

  it('is read as it was written', () => {
    const [traceId, spanId] = [newTraceId(), newSpanId()];
    expect(parseTraceParent(formatTraceParent(traceId, spanId))).toEqual({ traceId, spanId, sampled: true });
  });
});

describe('the share of calls', () => {
  it('is decided by the last 56 bits of the trace id', () => {
    const zeros = `ffffffffffffffffff${'0'.repeat(14)}`;
    const half = `000000000000000000${'8'.padEnd(14, '0')}`;
    const ones = 'f'.repeat(32);
    expect(
      [zeros, half, ones].map((id) => [0, 1e-9, 0.5, 0.51, 1].map((ratio) => isSampled(id, ratio))),
    ).toEqual([
      [false, true, true, true, true],
      [false, false, false, true, true],
      [false, false, false, false, true],
    ]);
  });

  it('is met by new ids, which do not repeat', () => {
    const ids = Array.from({ length: 4000 }, newTraceId);
    expect(new Set(ids).size).toBe(4000);
    // Seven standard deviations on either side.
    const sampled = ids.filter((id) => isSampled(id, 0.25)).length;
    expect(sampled / 4000).toBeGreaterThan(0.2);
    expect(sampled / 4000).toBeLessThan(0.3);
  });
});
