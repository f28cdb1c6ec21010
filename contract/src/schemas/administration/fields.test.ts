import { expect, it } from 'vitest';
import { line } from './fields.ts';

const name = line(1, 50);

it.each([
  ['a control character', 'a\u0007b'],
  ['U+0000', 'a\u0000'],
  ['a mark that turns the direction', 'gpj.\u202Eexe'],
  ['an isolate', '\u2066admin\u2069'],
  ['a mark of direction', 'ops\u200e'],
  ['a space without width', 'o\u200bps'],
  ['a word joiner', 'o\u2060ps'],
  ['a byte order mark', '\ufeffops'],
  ['a soft hyphen', 'o\u00adps'],
  ['a tag', 'ops\u{e0041}'],
])('a name with %s is refused', (_, text) => {
  expect(name.safeParse(text).success).toBe(false);
});

it.each(['Ops', 'Prüfung 3/4', 'דוחות', 'می‌خواهم', '👩‍💻 builds', '名前'])('%s is a name', (text) => {
  expect(name.safeParse(text).success).toBe(true);
});
