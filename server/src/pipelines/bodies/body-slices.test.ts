import { describe, expect, it } from 'vitest';
import { slicesOf, SlicedBody } from './body-slices.ts';
import { charactersOfPart } from './divide-call.ts';

const MEGA = 1_048_576;
/** What one slice may hold beside its longest text. */
const BESIDE = 1000;

/** An item of each kind, whose text has so many characters. */
const ITEMS: Readonly<Record<string, (characters: number) => unknown>> = {
  'a text': (n) => ({ type: 'text', text: 'é'.repeat(n) }),
  'an image': (n) => ({ type: 'image', mediaType: 'image/png', data: 'A'.repeat(n) }),
  'a tool call': (n) => ({ type: 'tool_call', id: 'a', name: 'f', arguments: ' '.repeat(n) }),
  'a tool result': (n) => ({ type: 'tool_result', callId: 'a', text: '😀'.repeat(n / 2) }),
  reasoning: (n) => ({ type: 'reasoning', text: 'x'.repeat(n) }),
  'a document': (n) => ({ type: 'document', text: 'x'.repeat(n), title: 'a' }),
  'a variable': (n) => ({ name: 'a', value: 'x'.repeat(n) }),
  'a tool': (n) => ({ name: 'f', description: 'x'.repeat(n), parameters: {} }),
  'an input': (n) => 'x'.repeat(n),
};
const charactersOf = (item: never): number =>
  typeof item === 'string' ? (item as string).length : charactersOfPart(item);

describe.each(Object.entries(ITEMS))('a list with %s', (_name, make) => {
  it.each([0, 1000, MEGA, MEGA + 2, 3 * MEGA, 32 * MEGA])(
    'of %i characters comes in slices of a megabyte',
    (characters) => {
      const items = [make(10), make(characters), make(10), make(20)];
      const body = new SlicedBody();
      for (const slice of slicesOf({ frame: { model: 'm' }, lists: [[], items] }, charactersOf)) {
        expect(JSON.stringify(slice).length).toBeLessThanOrEqual(MEGA + BESIDE);
        body.take(structuredClone(slice));
      }
      expect(body.whole()).toEqual({ frame: { model: 'm' }, lists: [[], items] });
    },
  );
});
