import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readVerdict } from './read-verdict.ts';

const read = (outcome: unknown) => readVerdict(Buffer.from(JSON.stringify(outcome)));

it('POLICY-13 takes a verdict with or without its texts', () => {
  expect(read({ action: 'allow' })).toEqual({ action: 'allow', reason: null, message: null });
  expect(read({ action: 'deny', reason: 'card number', message: 'No cards.', score: 3 })).toEqual({
    action: 'deny',
    reason: 'card number',
    message: 'No cards.',
  });
});

it('POLICY-13 takes nothing else for a verdict', () => {
  for (const outcome of [
    null,
    1,
    'deny',
    [],
    {},
    { action: 'block' },
    { action: 'DENY' },
    { action: ['deny'] },
  ])
    expect(read(outcome)).toBeUndefined();
  expect(read({ action: 'deny', message: 5 })).toBeUndefined();
  expect(read({ action: 'deny', reason: {} })).toBeUndefined();
  for (const text of ['', 'deny', '{"action":"deny"', '\u0000'])
    expect(readVerdict(Buffer.from(text))).toBeUndefined();
});

it('POLICY-13 a deny stays one however long its texts are', () => {
  const verdict = read({ action: 'deny', reason: '\u{1F512}'.repeat(300), message: 'm'.repeat(600) });
  expect(verdict).toEqual({ action: 'deny', reason: '\u{1F512}'.repeat(200), message: 'm'.repeat(500) });
});

it('POLICY-10 passes on no text that others could not take', () => {
  expect(read({ action: 'deny', message: 'a\0b\ud800c' })).toMatchObject({ message: 'ab\ufffdc' });
  expect(read({ action: 'deny', message: '\0' })).toMatchObject({ message: null });
});

it('POLICY-13 never throws', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => void readVerdict(Buffer.from(bytes))));
});

it.each([
  '{"action":"allow","action":"deny"}',
  '{"action":"deny","action":"allow"}',
  '{"action":"allow","\\u0061ction":"allow"}',
  '{"reason":"a","action":"allow","reason":"b"}',
  '{"action":"allow","details":{"score":1,"score":2}}',
])('a verdict that names a field twice denies: %s', (text) => {
  expect(readVerdict(Buffer.from(text))).toMatchObject({ action: 'deny', message: null });
});

it('a verdict whose texts look like names is read as it stands', () => {
  expect(readVerdict(Buffer.from('{"action":"allow","reason":"\\"action\\":\\"deny\\""}'))).toMatchObject({
    action: 'allow',
  });
});
