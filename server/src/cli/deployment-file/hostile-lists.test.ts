import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { LIST_KEY, ListDouble } from '#test-kit';
import { runCommandLine } from '../run-command-line.ts';

let double: ListDouble;
let directory: string;
let path: string;

beforeEach(async () => {
  double = await ListDouble.start();
  directory = mkdtempSync(join(tmpdir(), 'svc-hostile-'));
  path = join(directory, 'svc.yaml');
  vi.stubEnv('SVC_CONFIG', path);
  write('openai');
});
afterEach(async () => {
  await double[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true });
  vi.unstubAllEnvs();
});

function write(type: string): void {
  writeFileSync(path, `engines:\n  e: { type: ${type}, base_url: ${double.url}/v1, api_key: ${LIST_KEY} }\n`);
}

async function run(...words: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommandLine(words, {
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
    binaryOut: new PassThrough(),
    readInput: () => Promise.resolve(''),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

describe('a list from a hostile engine', () => {
  const NO_NAMES = [
    '${LIST_KEY}',
    'x-${LIST_KEY}',
    'a\nb',
    '\u{1B}[31mred',
    '\u{9B}2J',
    '\u{202E}txt',
    '\u{200B}',
    'x'.repeat(257),
  ];
  const NO_IDS = ['ünï', 'y'.repeat(150)];
  const USABLE = ['good', '__proto__', 'constructor', 'true', '1.0', '- x', '$x', "it's: a #"];

  it('gives names that can be called, and nothing that a terminal obeys', async () => {
    double.openAiModels = [...NO_NAMES, ...NO_IDS, ...USABLE];
    const { code, out } = await run('models', 'add', 'e');
    expect(code).toBe(0);
    expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    for (const name of NO_IDS) expect(out).toContain(`${name}: left out`);
    const json = JSON.parse((await run('models', 'add', 'e', '--json')).out) as Record<
      'offered' | 'add',
      { model: string; id: string }[]
    >;
    expect(json.offered.map(({ model }) => model)).toEqual([...NO_IDS, ...USABLE]);
    expect(json.add.map(({ id }) => id)).toEqual(USABLE);
  });

  it('is written as text, whatever it would mean in YAML', async () => {
    double.openAiModels = [...NO_NAMES, ...NO_IDS, ...USABLE];
    vi.stubEnv('LIST_KEY', LIST_KEY);
    expect(await run('models', 'add', 'e', '--yes')).toMatchObject({ code: 0, err: '' });
    const { models } = parse(readFileSync(path, 'utf8')) as { models: { id: unknown }[] };
    expect(models.map(({ id }) => id)).toEqual(USABLE);
    expect((await run('check-config')).code).toBe(0);
  });

  it('lists more than a file takes, and writes none of it', async () => {
    double.openAiModels = Array.from({ length: 2000 }, (_, i) => `model-${i}`);
    const before = readFileSync(path, 'utf8');
    expect((await run('models', 'add', 'e')).code).toBe(0);
    expect(await run('models', 'add', 'e', '--yes')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/models/) as string,
    });
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  it.each<[string, string, () => unknown]>([
    [
      'of 100,000 models',
      'openai',
      () => ({ data: Array.from({ length: 100_000 }, (_, i) => ({ id: `m${i}` })) }),
    ],
    ['of 17 MiB', 'openai', () => ({ data: [{ id: 'm', more: 'x'.repeat(17 * 1024 * 1024) }] })],
    [
      'of pages that are too much together',
      'anthropic',
      () => ({ data: [{ id: 'm', more: 'x'.repeat(1024 * 1024) }], has_more: true, last_id: 'm' }),
    ],
  ])('%s is none', async (_, type, answer) => {
    write(type);
    double.answer = [200, answer()];
    expect(await run('models', 'add', 'e')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/other than a list/) as string,
    });
    expect(double.seen.length).toBeLessThanOrEqual(17);
  });
});
