import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sliceMember } from './slice-member.ts';

const slice = (json: string, name = 'body'): string | undefined =>
  sliceMember(Buffer.from(json), name)?.toString();

it('BATCH-05 returns the bytes of a member unchanged', () => {
  expect(slice('{"a":1,"body": {"n":1.0,"big":1e400,"t":"}\\"{"} ,"z":[1]}')).toBe(
    '{"n":1.0,"big":1e400,"t":"}\\"{"}',
  );
  expect(slice(' { "body" : "x" }')).toBe('"x"');
  expect(slice('{"body":-1.5e3}')).toBe('-1.5e3');
  expect(slice('{"other":{"body":1}}')).toBeUndefined();
});

it('D-08 returns the last of duplicate members, however their names are escaped', () => {
  expect(slice('{"body":1,"b\\u006fdy":[2]}')).toBe('[2]');
});

it('BATCH-05 finds the same value as a parser, in any object', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 5 }),
      fc.jsonValue(),
      fc.boolean(),
      (others, body, last) => {
        const object = last ? { ...others, body } : { body, ...others };
        const written = JSON.stringify(object, undefined, last ? 2 : 0);
        expect(JSON.parse(slice(written)!)).toEqual((JSON.parse(written) as { body: unknown }).body);
      },
    ),
  );
});
