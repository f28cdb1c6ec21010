import { describe, expect, it } from 'vitest';
import { responseKind, retryAfterSeconds } from './response-head.ts';

describe('answerForm', () => {
  it.each([
    ['text/event-stream', 'stream'],
    ['text/event-stream; charset=utf-8', 'stream'],
    ['Text/Event-Stream ;charset=utf-8', 'stream'],
    ['application/json', 'whole'],
    ['application/json;charset=utf-8', 'whole'],
    ['application/jsonl', 'unknown'],
    ['text/html', 'unknown'],
    ['', 'unknown'],
  ] as const)('reads %j as %s', (type, format) => {
    expect([
      responseKind({ 'content-type': type }, true),
      responseKind({ 'content-type': type }, false),
    ]).toEqual([format, format]);
  });

  it('without a type follows the request', () => {
    expect([responseKind({}, true), responseKind({}, false)]).toEqual(['stream', 'whole']);
  });
});

describe('retryAfterSeconds', () => {
  const nowMs = Date.parse('2026-11-20T10:00:00Z');
  it.each([
    [undefined, undefined],
    ['12', 12],
    ['1.5', 1.5],
    ['Fri, 20 Nov 2026 10:00:30 GMT', 30],
    ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
    ['soon', undefined],
    ['-3x', undefined],
  ])('reads %j as %s', (value, seconds) => {
    expect(retryAfterSeconds(value === undefined ? {} : { 'retry-after': value }, nowMs)).toBe(seconds);
  });
});
