import fc from 'fast-check';
import { expect, it } from 'vitest';
import { prettyLine } from './pretty-line.ts';

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const NOON = new Date(2026, 10, 26, 12, 4, 31);

const line = (fields: object, level = 'info') =>
  `${JSON.stringify({ level, time: NOON.toISOString(), ...fields })}\n`;
const pretty = (fields: object, level?: string) => prettyLine(line(fields, level), false);

const REQUEST = {
  request_id: 'req_1',
  method: 'POST',
  route: '/v1/chat/completions',
  status: 200,
  duration_ms: 412,
  key_id: 'key_1',
  organization_id: 'org_1',
  model: 'Svc Standard',
  outcome: 'completed',
  input_tokens: 7,
  output_tokens: 3,
  estimated: false,
  msg: 'request',
};

it('writes a request as one short line', () => {
  expect(pretty(REQUEST)).toBe(
    '12:04:31 POST /v1/chat/completions 200 412 ms Svc Standard key=key_1 input_tokens=7 output_tokens=3 req_1\n',
  );
});

it('tells the time with both digits of the hour, and without one where it is not known', () => {
  const at = (time: unknown) => pretty({ ...REQUEST, time }).split(' ')[0];
  expect(at(new Date(2026, 10, 26, 0, 4, 31).toISOString())).toBe('00:04:31');
  expect(at(new Date(2026, 10, 26, 23, 59, 9).toISOString())).toBe('23:59:09');
  expect(at('then')).toBe('--:--:--');
});

it('says what went wrong with a request, and which worker had it', () => {
  const failed = { ...REQUEST, worker: 2, status: 502, code: 'engine_unavailable', outcome: 'failed' };
  expect(pretty({ ...failed, key_id: null, input_tokens: undefined, output_tokens: undefined })).toBe(
    '12:04:31 [2] POST /v1/chat/completions 502 412 ms Svc Standard outcome=failed code=engine_unavailable req_1\n',
  );
});

it('writes everything of other lines, levels above info by name, frames of a stack below', () => {
  const error = { class: 'FetchError', code: 'ECONNREFUSED', stack: '    at a (b.ts:1:2)\n    at c' };
  expect(pretty({ host: 'mail 1', status: 3, error, msg: 'mail dispatch failed; will retry' }, 'warn')).toBe(
    '12:04:31 WARN mail dispatch failed; will retry host="mail 1" status=3 error={"class":"FetchError","code":"ECONNREFUSED"}\n' +
      '    at a (b.ts:1:2)\n    at c\n',
  );
});

it('passes on what is not JSON', () => {
  expect(prettyLine('loading the model\n', false)).toBe('loading the model\n');
  expect(prettyLine('3\n', false)).toBe('3\n');
});

it('colors the status and the level where the terminal can', () => {
  expect(prettyLine(line({ ...REQUEST, status: 503 }), true)).toContain('\u001b[31m503\u001b[0m');
  expect(prettyLine(line({ msg: 'low' }, 'warn'), true)).toContain('\u001b[33mWARN\u001b[0m');
});

it('lets nothing through that a terminal obeys or hides', () => {
  const clear = '\u001b[2J\u009b31m\u202e\u200b\r\n\u2028';
  const written = pretty({
    ...REQUEST,
    client_request_id: clear,
    model: clear,
    route: clear,
    [clear]: clear,
  });
  expect(written).toContain(String.raw`\u{1b}[2J\u{9b}31m\u{202e}\u{200b}`);
  expect(written.trimEnd()).not.toMatch(UNPRINTABLE);
  expect(prettyLine(`${clear.slice(0, 8)}x\n`, false).trimEnd()).not.toMatch(UNPRINTABLE);
});

it('writes one printable line of any fields', () => {
  const characters = [
    'a',
    '"',
    ' ',
    '=',
    '\\',
    '\n',
    '\0',
    '\u001b',
    '\u009b',
    '\u202e',
    '\u2028',
    '\ud800',
    '🦊',
  ];
  const text = fc.string({ unit: fc.constantFrom(...characters), maxLength: 8 });
  const value = fc.oneof(text, fc.integer(), fc.constantFrom(null, true), fc.array(text, { maxLength: 2 }));
  fc.assert(
    fc.property(fc.dictionary(text, value, { maxKeys: 5 }), text, (fields, msg) => {
      const written = pretty({ ...fields, msg });
      expect(written.endsWith('\n')).toBe(true);
      expect(UNPRINTABLE.test(written.slice(0, -1))).toBe(false);
    }),
  );
});
