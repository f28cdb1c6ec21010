import { describe, expect, it } from 'vitest';
import { JsonEnd } from './json-end.ts';

/** What passes of a text in chunks, and whether it was closed. */
function passed(...chunks: readonly string[]): [string, boolean] {
  const end = new JsonEnd();
  return [chunks.map((chunk) => end.push(chunk)).join(''), end.closed];
}

describe('JsonEnd', () => {
  it.each([
    ['{"a":{}}\n\n\n', '{"a":{}}'],
    ['[[],{}] []', '[[],{}]'],
    ['{"}":"\\"]}"}}', '{"}":"\\"]}"}'],
    ['{"\\\\":1} ', '{"\\\\":1}'],
  ])('cuts %j where it closes, in one piece and character by character', (text, json) => {
    expect(passed(text)).toEqual([json, true]);
    expect(passed(...text.split(''))).toEqual([json, true]);
  });

  it('passes all text that does not close', () => {
    expect(passed('{"a":[1', ',2]')).toEqual(['{"a":[1,2]', false]);
  });
});
