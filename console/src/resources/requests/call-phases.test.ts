import { expect, it } from 'vitest';
import { callPhases } from './call-phases.ts';

it('divides a call into checks, the wait for the first token, and output', () => {
  expect(callPhases({ queued_ms: 3, first_output_ms: 40, duration_ms: 900 })).toEqual([
    { name: 'queued', startMs: 0, endMs: 3 },
    { name: 'waiting', startMs: 3, endMs: 40 },
    { name: 'output', startMs: 40, endMs: 900 },
  ]);
});

it('ends where the call ended: without output, without an engine, or without times', () => {
  expect(
    callPhases({ queued_ms: 3, first_output_ms: null, duration_ms: 900 }).map(({ name }) => name),
  ).toEqual(['queued', 'waiting']);
  expect(callPhases({ queued_ms: null, first_output_ms: null, duration_ms: 2 })).toEqual([
    { name: 'queued', startMs: 0, endMs: 2 },
  ]);
  expect(callPhases({ queued_ms: null, first_output_ms: null, duration_ms: null })).toEqual([]);
});
