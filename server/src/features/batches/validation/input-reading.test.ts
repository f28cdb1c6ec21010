import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secret } from '#kit';
import { SealingRing } from '#sealing';
import { LineSeal } from '../line-seal.ts';
import { InputReading, type InputRead, type InputRules, type SealedLine } from './input-reading.ts';

const KEY = new SealingRing(new Secret(Buffer.alloc(32, 1).toString('base64')))
  .keysFor('svc batch lines')
  .ofOrganization('org_1');
const RULES: InputRules = {
  batchId: 'batch_1',
  bounds: { depth: 64, values: 1000, keyBytes: 1000 },
  customIdCharacters: 10,
  endpoint: undefined,
  mostLines: 50,
  mostLineBytes: 300,
  mostProblems: 5,
  key: KEY.material,
};
const seal = new LineSeal(KEY);
const line = (id: string, body = '{"model":"x"}'): string =>
  `{"custom_id":${JSON.stringify(id)},"endpoint":"/v1/messages","body":${body}}`;

/** Reads a text in chunks, repeating these sizes. */
function read(
  text: string,
  sizes: readonly number[] = [1000],
  rules = RULES,
): InputRead & { lines: SealedLine[] } {
  const reading = new InputReading(rules);
  const bytes = Buffer.from(text);
  const lines: SealedLine[] = [];
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length]!;
    lines.push(...reading.read(Buffer.from(bytes.subarray(at, at + size))).lines);
    at += size;
  }
  const end = reading.end();
  return { ...end, lines: [...lines, ...end.lines] };
}

const opened = ({ lines }: { lines: readonly SealedLine[] }): Promise<[number, string, string][]> =>
  Promise.all(
    lines.map(async (one): Promise<[number, string, string]> => [
      one.line,
      seal.openText(Buffer.from(one.customId), 'batch_1', one.line, 'custom_id'),
      (await seal.openBytes(Buffer.from(one.body), 'batch_1', one.line, 'body')).toString(),
    ]),
  );

describe('reading the input of a batch', () => {
  it('D-BATCH-3 returns the encrypted lines for any chunk sizes, with or without BOM, carriage returns and a final line end', async () => {
    const text = `\uFEFF${line('a')}\r\n${line('ü')}\n${line('c', '{}')}`;
    const expected = [
      [1, 'a', '{"stream":false,"model":"x"}'],
      [2, 'ü', '{"stream":false,"model":"x"}'],
      [3, 'c', '{"stream":false}'],
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        async (sizes, ends) => {
          const result = read(ends ? `${text}\n` : text, sizes);
          expect([result.total, result.problems]).toEqual([3, []]);
          expect(await opened(result)).toEqual(expected);
        },
      ),
    );
  });

  it('BATCH-06 stops at the first line above the limit', () => {
    const lines = Array.from({ length: 51 }, (_, i) => line(`i${i}`)).join('\n');
    expect(read(lines).problems).toEqual([
      {
        line: null,
        code: 'invalid_parameter',
        param: null,
        message: 'A batch takes at most 50 lines. Divide the file.',
      },
    ]);
  });

  it('counts blank lines towards the limit, and reads no further', () => {
    const tooMany = 'A batch takes at most 50 lines. Divide the file.';
    const fifty = Array.from({ length: 50 }, (_, i) => line(`i${i}`)).join('\n');
    expect([read(`${fifty}\n\n\n`).problems, read(`${fifty}\n\n\n`).total]).toEqual([[], 50]);
    for (const blanks of ['\n', '\r\n', ' \t\n']) {
      expect(read(blanks.repeat(60)).problems.map(({ message }) => message)).toEqual([
        'The file has no lines.',
      ]);
      expect(read(blanks.repeat(61)).problems.map(({ message }) => message)).toEqual([tooMany]);
      const reading = new InputReading(RULES);
      const decided = Array.from({ length: 9 }, () => reading.read(Buffer.from(blanks.repeat(10))).isDecided);
      expect(decided.indexOf(true)).toBe(6);
    }
  });

  it('D-BATCH-3 does not buffer a line that is too long, and continues after it', () => {
    const { problems } = read(`${line('a')}\n${'x'.repeat(10_000)}\n${line('b', '[]')}`, [7]);
    expect(problems.map(({ line: at, code }) => [at, code])).toEqual([
      [2, 'payload_too_large'],
      [3, 'invalid_parameter'],
    ]);
  });

  it('D-BATCH-3 D-08 refuses lines beyond the JSON limits before parsing them', () => {
    const deep = line('a', `{"x":${'['.repeat(70)}${']'.repeat(70)}}`);
    const many = read(line('b', `{"x":[${'1,'.repeat(1500)}1]}`), [1000], { ...RULES, mostLineBytes: 5000 });
    expect([read(deep).problems[0]?.code, many.problems[0]?.code]).toEqual(['invalid_json', 'invalid_json']);
  });

  it('D-BATCH-3 decrypts a part of a line only in its own place', () => {
    const { lines } = read(line('a'));
    const [one] = lines;
    const customId = Buffer.from(one!.customId);
    expect(() => seal.openText(customId, 'batch_1', 2, 'custom_id')).toThrow();
    expect(() => seal.openText(customId, 'batch_2', 1, 'custom_id')).toThrow();
    expect(() => seal.openText(customId, 'batch_1', 1, 'body')).toThrow();
  });
});
