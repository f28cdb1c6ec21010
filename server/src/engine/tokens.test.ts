import { fork } from 'node:child_process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { countTokens as referenceCount } from 'gpt-tokenizer/encoding/cl100k_base';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  countEachInBackground,
  countPromptTokens,
  countPromptTokensInBackground,
  countTokens,
  countTokensInBackground,
  promptBytes,
  warmTokenizer,
} from './tokens.ts';
import type { Block, GenerateRequest } from './turns.ts';

const exactly = (text: string): number => referenceCount(text, { disallowedSpecial: new Set() });

/** Deterministic pseudo-random characters, so that a slow case is reproducible. */
function randomText(length: number, character: (random: number) => string): string {
  let seed = 1;
  const parts: string[] = [];
  for (let size = 0; size < length; size += parts.at(-1)!.length) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    parts.push(character(seed / 0x7fffffff));
  }
  return parts.join('');
}

const hostile: Record<string, string> = {
  'one letter': 'a'.repeat(204_800),
  'one capital': 'A'.repeat(204_800),
  spaces: ' '.repeat(204_800),
  newlines: '\n'.repeat(204_800),
  'spaces before words': `${' '.repeat(2_000)}x`.repeat(102),
  'random letters': randomText(204_800, (r) => String.fromCharCode(97 + Math.floor(r * 26))),
  'random printable': randomText(204_800, (r) => String.fromCharCode(33 + Math.floor(r * 94))),
  'random Chinese': randomText(68_000, (r) => String.fromCodePoint(0x4e00 + Math.floor(r * 20_000))),
  emoji: randomText(102_400, (r) => String.fromCodePoint(0x1f300 + Math.floor(r * 500))),
  punctuation: randomText(204_800, (r) => '!@#$%^&*()-=_+[]{}'.charAt(Math.floor(r * 18))),
  digits: '1 '.repeat(102_400),
  'lone surrogates': '\ud800'.repeat(68_000),
};

/** Processor time, so that a busy machine does not fail the test. */
function cpuMsSince(started: NodeJS.CpuUsage): number {
  const used = process.cpuUsage(started);
  return (used.user + used.system) / 1_000;
}

const turn = fc.record({
  role: fc.constantFrom('system' as const, 'user' as const, 'assistant' as const),
  blocks: fc.array(
    fc.oneof(
      fc.record({ type: fc.constant('text' as const), text: fc.string({ unit: 'binary' }) }),
      fc.record({
        type: fc.constant('tool_call' as const),
        id: fc.string(),
        name: fc.string(),
        arguments: fc.string(),
      }),
      fc.record({
        type: fc.constant('tool_result' as const),
        callId: fc.string(),
        text: fc.string({ unit: 'grapheme' }),
      }),
    ) as fc.Arbitrary<Block>,
    { maxLength: 4 },
  ),
});

const formats: fc.Arbitrary<Pick<GenerateRequest, 'responseFormat'>> = fc.oneof(
  fc.constantFrom({}, { responseFormat: { type: 'json_object' } as const }),
  fc.object().map((schema) => ({ responseFormat: { type: 'json_schema', name: 'n', schema } as const })),
);

const plainRequests: fc.Arbitrary<GenerateRequest> = fc.record({
  turns: fc.array(turn, { maxLength: 8 }),
  tools: fc.array(fc.record({ name: fc.string(), description: fc.string(), parameters: fc.jsonValue() }), {
    maxLength: 3,
  }),
  toolChoice: fc.constant('auto' as const),
  maxOutputTokens: fc.constant(100),
  stream: fc.boolean(),
});

const requests = fc
  .tuple(plainRequests, formats)
  .map(([request, format]): GenerateRequest => ({ ...request, ...format }));

beforeAll(() => warmTokenizer());

describe('countTokens', () => {
  it('equals the reference vocabulary on text without long unbroken runs', () => {
    const words = fc.array(
      fc.oneof(
        fc.string({ maxLength: 30 }),
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        fc.lorem({ maxCount: 5 }),
      ),
    );
    fc.assert(fc.property(words, (parts) => countTokens(parts.join(' ')) === exactly(parts.join(' '))));
    expect(countTokens('')).toBe(0);
    expect(countTokens('<|endoftext|> is only text here')).toBe(exactly('<|endoftext|> is only text here'));
  });

  it('never exceeds the bytes of the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        (text) => countTokens(text) <= Buffer.byteLength(text),
      ),
    );
    for (const text of Object.values(hostile))
      expect(countTokens(text)).toBeLessThanOrEqual(Buffer.byteLength(text));
  });

  it.each(Object.entries(hostile))('counts 200 KB of %s quickly', (_name, text) => {
    let bestMs = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 5; i++) {
      const started = process.cpuUsage();
      countTokens(text);
      bestMs = Math.min(bestMs, cpuMsSince(started));
    }
    // Takes 20 to 75 ms depending on the machine. Without the budget for hostile text it takes seconds.
    expect(bestMs).toBeLessThan(300);
  });

  it('estimates random text near its exact count', () => {
    const text = hostile['random printable']!;
    expect(Math.abs(countTokens(text) / exactly(text) - 1)).toBeLessThan(0.05);
  });
});

describe('prompts', () => {
  it('the count of every prompt is bounded by its bytes', () => {
    fc.assert(fc.property(requests, (request) => promptBytes(request) >= countPromptTokens(request)));
  });

  it('D-38 counts the requested form as the text that the model reads', () => {
    const plain: GenerateRequest = {
      turns: [],
      tools: [],
      toolChoice: 'auto',
      maxOutputTokens: 1,
      stream: false,
    };
    const schema = { description: 'word '.repeat(500) };
    const formed: GenerateRequest = { ...plain, responseFormat: { type: 'json_schema', name: 'n', schema } };
    expect(countPromptTokens(formed) - countPromptTokens(plain)).toBeGreaterThan(500);
    expect(promptBytes(formed) - promptBytes(plain)).toBeGreaterThan(2500);
  });

  it('counts tools, names and arguments, and shares one budget across many turns', () => {
    const ask = (text: string): GenerateRequest => ({
      turns: Array.from({ length: 200 }, () => ({ role: 'user', blocks: [{ type: 'text', text }] })),
      tools: [],
      toolChoice: 'auto',
      maxOutputTokens: 1,
      stream: false,
    });
    const bare = ask('hi');
    expect(countPromptTokens(bare)).toBe(200 * 5 + 3);
    const tool = { name: 'look_up', parameters: { type: 'object' } };
    expect(countPromptTokens({ ...bare, tools: [tool] })).toBe(
      200 * 5 + 3 + 8 + countTokens(JSON.stringify(tool)),
    );
    const started = process.cpuUsage();
    countPromptTokens(ask(hostile['random letters']!.slice(0, 5_000)));
    // A budget per turn would merge the whole million bytes, which takes a second or more.
    expect(cpuMsSince(started)).toBeLessThan(500);
  });
});

describe('in the background', () => {
  it('gives the same counts as the main thread', async () => {
    const texts = [
      hostile['random letters']!,
      hostile['emoji']!,
      'short',
      'The quick brown fox. '.repeat(10_000),
    ];
    const counts = await Promise.all(texts.map(async (text) => countTokensInBackground(text, 'a')));
    expect(counts).toEqual(texts.map(countTokens));
    const request: GenerateRequest = {
      turns: [{ role: 'user', blocks: [{ type: 'text', text: texts[3]! }] }],
      tools: [],
      toolChoice: 'auto',
      maxOutputTokens: 1,
      stream: false,
    };
    expect(await countPromptTokensInBackground(request, 'a')).toBe(countPromptTokens(request));
  });

  it('counts inline what a turn of the event loop has room for', async () => {
    await nextTurn();
    const text = 'word '.repeat(1500);
    const counts = [1, 2, 3].map(() => countTokensInBackground(text, 'a'));
    expect(counts.slice(0, 2)).toEqual([1501, 1501]);
    expect(counts[2]).toBeInstanceOf(Promise);
    expect(await counts[2]).toBe(1501);
    await nextTurn();
    expect(countTokensInBackground(text, 'a')).toBe(1501);
  });

  it('takes turns between parties by slices, whatever one of them has waiting', async () => {
    const order: string[] = [];
    const count = async (tenant: string, words: number): Promise<void> => {
      await countTokensInBackground('some words '.repeat(words), tenant);
      order.push(`${tenant}${words}`);
    };
    const large = Array.from({ length: 4 }, () => count('a', 100_000));
    const small = [count('b', 2000), count('c', 2000)];
    await Promise.all([...large, ...small]);
    expect(order.slice(0, 2).toSorted()).toEqual(['b2000', 'c2000']);
  });

  it('counts a text that is sent in slices as one', async () => {
    for (const text of [
      'word '.repeat(90_000),
      '\ud83d\ude00a'.repeat(100_000),
      ' '.repeat(300_001),
      'x'.repeat(300_001),
    ]) {
      const texts = ['', text, 'a', text.slice(1)];
      expect(await countEachInBackground(texts, 'a')).toEqual(await inOne(texts));
    }
    async function inOne(texts: readonly string[]): Promise<readonly number[]> {
      const { countTokensOfEach } = await import('./tokens/count-text.ts');
      return countTokensOfEach(texts);
    }
  });

  it('returns the estimate when too much is waiting', async () => {
    const text = 'word '.repeat(4_000_000);
    const [counted, estimated] = await Promise.all([
      countTokensInBackground(text, 'a'),
      countTokensInBackground(text, 'a'),
    ]);
    expect(estimated).toBe(5_000_000);
    expect(counted).toBe(4_000_001);
  });

  it('does not keep the process alive', async () => {
    const script = fileURLToPath(new URL('./tokens/background.ts', import.meta.url));
    const code = `import(${JSON.stringify(script)}).then((m) => m.countTokensInBackground('a '.repeat(100000), 'a'))`;
    const child = fork('data:,', { execArgv: ['--input-type=module', '-e', code] });
    const exitCode = await new Promise((resolve) => child.once('exit', resolve));
    expect(exitCode).toBe(0);
  });
});

describe('each of several texts', () => {
  it('EMB-06 is counted separately, and the counts add up to the total', async () => {
    const texts = [
      'Hello world',
      'word '.repeat(3000),
      hostile['random letters']!,
      hostile['random Chinese']!,
      'Hello',
    ];
    const each = await countEachInBackground(texts, 'a');
    expect([each[0], each[1], each[4]]).toEqual([
      exactly('Hello world'),
      exactly('word '.repeat(3000)),
      exactly('Hello'),
    ]);
    const all: GenerateRequest['turns'] = texts.map((text) => ({
      role: 'user',
      blocks: [{ type: 'text', text }],
    }));
    const overhead = countPromptTokens({
      turns: texts.map(() => ({ role: 'user', blocks: [{ type: 'text', text: '' }] })),
      tools: [],
      toolChoice: 'auto',
      maxOutputTokens: 1,
      stream: true,
    });
    const together = countPromptTokens({
      turns: all,
      tools: [],
      toolChoice: 'auto',
      maxOutputTokens: 1,
      stream: true,
    });
    expect(each.reduce((sum, tokens) => sum + tokens, 0)).toBe(together - overhead);
  });
});
