import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FormatChecker, type FormatCheck } from './format-checker.ts';

const checker = new FormatChecker();
const impatient = new FormatChecker({ timeLimitMs: 300 });
const isValid = (check: FormatCheck): boolean => typeof check === 'object' && 'start' in check;

async function follows(
  schema: Readonly<Record<string, unknown>>,
  value: unknown,
  by = checker,
): Promise<boolean> {
  return isValid(
    await by.check('o', { type: 'json_schema', name: 'n', schema }, JSON.stringify(value), false),
  );
}

/** Processor time of this process, all threads, within a while. */
async function processorMsWithin(whileMs: number): Promise<number> {
  const before = process.cpuUsage();
  await setTimeout(whileMs);
  return process.cpuUsage(before).user / 1000;
}

/** Checks that run longer than anybody lives, each in its own way. */
const HOSTILE: readonly [string, Readonly<Record<string, unknown>>, unknown][] = [
  ['a pattern', { type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`],
  ['a pattern of names', { patternProperties: { '^(a|a)*$': false } }, { [`${'a'.repeat(60)}!`]: 1 }],
  [
    'references that fork',
    {
      $ref: '#/$defs/d30',
      $defs: Object.fromEntries(
        Array.from({ length: 31 }, (_, i) => [
          `d${i}`,
          i === 0
            ? { type: 'null' }
            : { anyOf: [{ $ref: `#/$defs/d${i - 1}` }, { $ref: `#/$defs/d${i - 1}` }] },
        ]),
      ),
    },
    1,
  ],
  ['unique items', { uniqueItems: true }, Array.from({ length: 40_000 }, (_, i) => ({ i }))],
];

describe('FormatChecker', () => {
  it.each(HOSTILE)('D-38 stops a check that %s makes endless, and goes on', async (_, schema, value) => {
    let turns = 0;
    const turn = setInterval(() => turns++, 10);
    const format = { type: 'json_schema', name: 'n', schema } as const;
    const [check, other] = await Promise.all([
      impatient.check('evil', format, JSON.stringify(value), false),
      follows({ type: 'integer' }, 1, impatient),
    ]);
    clearInterval(turn);
    expect([check, other]).toEqual(['overdue', true]);
    // The event loop turned all the while.
    expect(turns).toBeGreaterThan(3);
    // And the thread is gone: it would use a processor for ever.
    await expect.poll(() => processorMsWithin(400)).toBeLessThan(200);
  });

  it('D-38 survives a check that takes all memory', async () => {
    const schema = {
      type: 'array',
      items: { anyOf: Array.from({ length: 40 }, () => ({ type: 'string' })) },
    };
    const value = Array.from({ length: 400_000 }, () => 1);
    const format = { type: 'json_schema', name: 'n', schema } as const;
    expect(
      await new FormatChecker({ timeLimitMs: 20_000 }).check('o', format, JSON.stringify(value), false),
    ).toBe('overdue');
  });

  it('D-38 gives each organization its turn', async () => {
    const order: string[] = [];
    const ask = (owner: string) =>
      checker.check(owner, { type: 'json_object' }, '{}', false).then(() => void order.push(owner));
    await Promise.all([ask('a'), ask('a'), ask('a'), ask('b'), ask('c')]);
    expect(order.indexOf('b')).toBeLessThan(3);
    expect(order.indexOf('c')).toBeLessThan(4);
    expect(order.at(-1)).toBe('a');
  });

  it('D-38 nobody waits for the checks of those whose checks never end', async () => {
    const shared = new FormatChecker({ timeLimitMs: 1000 });
    const endless = { type: 'json_schema', name: 'n', schema: HOSTILE[0]![1] } as const;
    const text = JSON.stringify(HOSTILE[0]![2]);
    const order: string[] = [];
    const evil = Array.from({ length: 4 }, () =>
      shared.check('evil', endless, text, false).then(() => order.push('evil')),
    );
    // Honest checks one after another: each would find another endless one before it.
    const honest = Array.from({ length: 3 }).reduce<Promise<unknown>>(
      (before) =>
        before
          .then(() => shared.check('o', { type: 'json_object' }, '{}', false))
          .then(() => order.push('o')),
      Promise.resolve(),
    );
    await Promise.all([...evil, honest]);
    expect(order).toEqual(['evil', 'o', 'o', 'o', 'evil', 'evil', 'evil']);
  });

  it('D-38 one organization takes at most half of what may wait', async () => {
    const shared = new FormatChecker();
    const text = `"${'a'.repeat(4_000_000)}"`;
    const format = { type: 'json_object' } as const;
    const checks = Array.from({ length: 9 }, () => shared.check('a', format, text, false));
    const other = shared.check('b', format, text, false);
    expect((await Promise.all(checks)).filter((check) => check === 'busy')).toHaveLength(1);
    expect(await other).not.toBe('busy');
  });

  it('D-38 accepts schemas it can follow and no others', async () => {
    const accepts = (schema: object) => checker.accepts('o', schema);
    const good = [
      {},
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: 'urn:a:b',
        $ref: '#/$defs/a',
        $defs: { a: { type: 'string' } },
      },
      { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }], 'x-own': 1 },
    ];
    const bad = [
      { type: 'text' },
      { properties: 5 },
      { $ref: 'https://example.com/schema.json' },
      { $ref: '#/$defs/none' },
      { pattern: '(' },
      { items: [{ type: 'string' }] },
      { properties: JSON.parse('{"__proto__":{"type":"string"}}') as object },
    ];
    expect(await Promise.all(good.map(accepts))).toEqual(good.map(() => true));
    expect(await Promise.all(bad.map(accepts))).toEqual(bad.map(() => false));
    expect(await impatient.accepts('o', { type: 'object' })).toBe(true);
  });

  it('D-38 knows no schema from another: not its names, and not what objects inherit', async () => {
    expect(
      await checker.accepts('a', {
        $id: 'https://a.test/s',
        $defs: { n: { $id: 'https://a.test/n', type: 'null' } },
      }),
    ).toBe(true);
    expect(await checker.accepts('b', { $ref: 'https://a.test/n' })).toBe(false);
    expect(await checker.accepts('b', { $id: 'https://a.test/s', type: 'string' })).toBe(true);
    expect(
      await checker.accepts('b', { $id: 'https://json-schema.org/draft/2020-12/schema', type: 'string' }),
    ).toBe(true);
    expect(await checker.accepts('b', { type: 'thing' })).toBe(false);
    expect(await follows({ required: ['toString'] }, {})).toBe(false);
  });
});
