import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { runCommandLine } from '../run-command-line.ts';

let directory: string;
let path: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'svc-engines-'));
  path = join(directory, 'svc.yaml');
  vi.stubEnv('SVC_CONFIG', path);
  vi.stubEnv('SOME_KEY', 'the-secret');
  writeFileSync(path, '# Ours.\n');
});
afterEach(() => {
  rmSync(directory, { recursive: true });
  vi.unstubAllEnvs();
});

async function run(...words: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommandLine(['engines', 'add', ...words], {
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
    binaryOut: new PassThrough(),
    readInput: () => Promise.resolve(''),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

const URL_SET = ['--set', 'base_url=http://127.0.0.1:9/v1'];

describe('svc engines add', () => {
  it('D-ENG-32: writes an entry with its settings, and keeps what stands there', async () => {
    const set = [
      '--set',
      'api_key=${SOME_KEY}',
      '--set',
      'timeouts.total_s=30',
      '--set',
      'response_formats=[json_object]',
    ];
    const { code, out } = await run('groq', '--type', 'openai', ...URL_SET, ...set);
    expect([code, out]).toEqual([0, expect.stringContaining('svc models add groq')]);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('# Ours.');
    expect(text + out).not.toContain('the-secret');
    expect(parse(text)).toEqual({
      engines: {
        groq: {
          type: 'openai',
          base_url: 'http://127.0.0.1:9/v1',
          api_key: '${SOME_KEY}',
          timeouts: { total_s: 30 },
          response_formats: ['json_object'],
        },
      },
    });
    expect((await run('local', '--type', 'sandbox')).code).toBe(0);
    expect(parse(readFileSync(path, 'utf8'))).toMatchObject({
      engines: { groq: {}, local: { type: 'sandbox' } },
    });
  });

  it.each<[string, string[], number, RegExp]>([
    ['no type', ['x'], 2, /--type is missing/],
    ['an unknown type', ['x', '--type', 'nothing'], 2, /Types are openai, /],
    ['no value', ['x', '--type', 'openai', '--set', 'the-secret'], 2, /KEY=VALUE/],
    ['a second type', ['x', '--type', 'openai', '--set', 'type=sandbox'], 2, /--type/],
    ['no name', ['--type', 'openai'], 2, /NAME is missing/],
    [
      'an address that is none',
      ['x', '--type', 'openai', '--set', 'base_url=the-secret'],
      1,
      /engines\.x\.base_url/,
    ],
    [
      'an unknown key',
      ['x', '--type', 'openai', ...URL_SET, '--set', 'nothing=the-secret'],
      1,
      /engines\.x\.nothing/,
    ],
    [
      'a key of the prototype',
      ['x', '--type', 'sandbox', '--set', '__proto__.a=1'],
      1,
      /engines\.x\.__proto__/,
    ],
    ['a bad name', ['x y', '--type', 'sandbox'], 1, /engines/],
    [
      'a variable that is not set',
      ['x', '--type', 'openai', ...URL_SET, '--set', 'api_key=${NONE}'],
      1,
      /NONE is not set/,
    ],
    [
      'a key below a text',
      ['x', '--type', 'openai', ...URL_SET, '--set', 'base_url.a=1'],
      1,
      /must be a map/,
    ],
  ])('refuses %s, and writes nothing', async (_, words, code, message) => {
    const result = await run(...words);
    expect(result).toEqual({ code, out: '', err: expect.stringMatching(message) as string });
    expect(result.err).not.toContain('the-secret');
    expect(readFileSync(path, 'utf8')).toBe('# Ours.\n');
  });

  it('refuses a name that is taken, and a file that is missing where one is named', async () => {
    expect((await run('a', '--type', 'sandbox')).code).toBe(0);
    expect(await run('a', '--type', 'sandbox')).toMatchObject({
      code: 1,
      err: expect.stringContaining('exists already') as string,
    });
    rmSync(path);
    expect((await run('a', '--type', 'sandbox')).code).toBe(1);
    expect(existsSync(path)).toBe(false);
  });
});
