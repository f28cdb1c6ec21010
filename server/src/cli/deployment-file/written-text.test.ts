import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { runCommandLine } from '../run-command-line.ts';

let directory: string;
let path: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'svc-written-'));
  path = join(directory, 'svc.yaml');
  vi.stubEnv('SVC_CONFIG', path);
});
afterEach(() => {
  chmodSync(directory, 0o700);
  rmSync(directory, { recursive: true });
  vi.unstubAllEnvs();
});

async function add(name = 'new') {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommandLine(['engines', 'add', name, '--type', 'sandbox'], {
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
    binaryOut: new PassThrough(),
    readInput: () => Promise.resolve(''),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

const MODELS = 'models: [{ id: M, default: true, routes: [{ engine: a }] }]';
const text = () => readFileSync(path, 'utf8');

describe('what the commands write into svc.yaml', () => {
  it.each<[string, string, string]>([
    [
      'comments, spaces and flow collections',
      `# Ours.\nengines: # where answers come from\n  a: {type: sandbox,   max_concurrency: 0x10}   # keep\n\n  # b: {}\n\n# The models.\n${MODELS}\n`,
      `# Ours.\nengines: # where answers come from\n  a: {type: sandbox,   max_concurrency: 0x10}   # keep\n  new:\n    type: sandbox\n\n  # b: {}\n\n# The models.\n${MODELS}\n`,
    ],
    [
      'line ends of Windows',
      `engines:\r\n  a: { type: sandbox }\r\n${MODELS}\r\n`,
      `engines:\r\n  a: { type: sandbox }\r\n  new:\r\n    type: sandbox\r\n${MODELS}\r\n`,
    ],
    [
      'a last line without an end',
      `${MODELS}\nengines:\n    a:\n        type: sandbox # four spaces`,
      `${MODELS}\nengines:\n    a:\n        type: sandbox # four spaces\n    new:\n      type: sandbox`,
    ],
    [
      'anchors, aliases and merged keys',
      `engines:\n  a: &a { type: sandbox }\n  b: { <<: *a, max_concurrency: 2 }\n  c: *a\n${MODELS}\n`,
      `engines:\n  a: &a { type: sandbox }\n  b: { <<: *a, max_concurrency: 2 }\n  c: *a\n  new:\n    type: sandbox\n${MODELS}\n`,
    ],
    [
      'a byte order mark and the marks of a document',
      `\u{FEFF}---\nengines:\n  a: { type: sandbox }\n${MODELS}\n...\n`,
      `\u{FEFF}---\nengines:\n  a: { type: sandbox }\n  new:\n    type: sandbox\n${MODELS}\n...\n`,
    ],
  ])('keeps %s', async (_, before, after) => {
    writeFileSync(path, before);
    const { code, err } = await add();
    expect([code, err, text()]).toEqual([0, '', after]);
  });

  it.each([
    ['in one line', `engines: { a: { type: sandbox } } # one line\n${MODELS} # ours\n`],
    [
      'with a text of several lines at its end',
      `${MODELS}\nengines:\n  a: { type: sandbox }\nidentity_instruction: |+\n  Hello\n\n\n`,
    ],
    ['with nothing behind the key', `engines:\n`],
  ])('takes a collection %s', async (_, before) => {
    writeFileSync(path, before);
    const { code, err } = await add();
    expect([code, err]).toEqual([0, '']);
    const value = parse(before) as { engines?: object };
    expect(parse(text())).toEqual({ ...value, engines: { ...value.engines, new: { type: 'sandbox' } } });
    for (const comment of before.match(/#.*/g) ?? []) expect(text()).toContain(comment);
  });

  it.each([
    ['an alias', `links: &l { a: { type: sandbox } }\nengines: *l\n${MODELS}\n`],
    ['a text', 'engines: none\n'],
    ['a list', 'engines: [a]\n'],
  ])('refuses %s in the place of a map, and leaves it there', async (_, before) => {
    writeFileSync(path, before);
    expect(await add()).toMatchObject({
      code: 1,
      err: expect.stringContaining('engines: cannot be added to as it is written') as string,
    });
    expect(text()).toBe(before);
  });

  it('refuses tabs with the line', async () => {
    writeFileSync(path, `engines:\n\ta: { type: sandbox }\n`);
    expect(await add()).toMatchObject({ code: 1, err: expect.stringMatching(/line 2/) as string });
  });

  it.each(['__proto__', '\u{1B}[31mred', 'a\nb', '\u{202E}abc', '\u{9B}2J'])(
    'refuses the name %j and shows nothing a terminal would obey',
    async (name) => {
      writeFileSync(path, '# Ours.\n');
      const { code, out, err } = await add(name);
      expect([code, out]).toEqual([1, '']);
      expect(err).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
      expect(text()).toBe('# Ours.\n');
    },
  );
});

describe('svc.yaml as a file', () => {
  beforeEach(() => writeFileSync(path, `engines:\n  a: { type: sandbox }\n${MODELS}\n`));

  it('stays a link, and the file behind it is written', async () => {
    const real = join(directory, 'real.yaml');
    writeFileSync(real, text());
    rmSync(path);
    symlinkSync(real, path);
    expect((await add()).code).toBe(0);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, 'utf8')).toContain('new:');
  });

  it('is not put in the place of a link to nothing', async () => {
    rmSync(path);
    symlinkSync(join(directory, 'none'), path);
    vi.stubEnv('SVC_CONFIG', undefined);
    vi.spyOn(process, 'cwd').mockReturnValue(directory);
    expect((await add()).code).toBe(1);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    vi.restoreAllMocks();
  });

  it('is written by one command at a time: of several, each is whole or refused', async () => {
    const results = await Promise.all(['b', 'c', 'd', 'e'].map((name) => add(name)));
    const added = ['b', 'c', 'd', 'e'].filter((_, i) => results[i]!.code === 0);
    expect(added.length).toBeGreaterThan(0);
    expect(Object.keys((parse(text()) as { engines: object }).engines)).toEqual(['a', ...added]);
    expect(readdirSync(directory)).toEqual(['svc.yaml']);
  });

  it('is left alone while another command, or what one left behind, has the draft', async () => {
    const before = text();
    writeFileSync(`${path}.part`, 'half');
    expect(await add()).toMatchObject({
      code: 1,
      err: expect.stringContaining('svc.yaml.part exists') as string,
    });
    expect(text()).toBe(before);
    expect(readFileSync(`${path}.part`, 'utf8')).toBe('half');
    rmSync(`${path}.part`);
    expect((await add()).code).toBe(0);
  });

  it.runIf(process.getuid?.() === 0)('keeps its owner and its mode when root writes it', async () => {
    chownSync(path, 1234, 1235);
    chmodSync(path, 0o640);
    expect((await add()).code).toBe(0);
    const { uid, gid, mode } = statSync(path);
    expect([uid, gid, mode & 0o777]).toEqual([1234, 1235, 0o640]);
  });

  it.runIf(process.getuid?.() !== 0)('in a folder that may not be written to is not touched', async () => {
    chmodSync(directory, 0o500);
    expect(await add()).toMatchObject({ code: 1, err: expect.stringMatching(/was not changed/) as string });
    expect(existsSync(`${path}.part`)).toBe(false);
  });
});
