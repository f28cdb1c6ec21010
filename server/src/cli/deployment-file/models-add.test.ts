import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LIST_KEY, ListDouble } from '#test-kit';
import { runCommandLine } from '../run-command-line.ts';

let double: ListDouble;
let directory: string;
let path: string;

beforeEach(async () => {
  double = await ListDouble.start();
  directory = mkdtempSync(join(tmpdir(), 'svc-models-'));
  path = join(directory, 'svc.yaml');
  vi.stubEnv('SVC_CONFIG', path);
  vi.stubEnv('LIST_KEY', LIST_KEY);
});
afterEach(async () => {
  await double[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true });
  vi.unstubAllEnvs();
});

async function run(words: string[], confirm?: (question: string) => Promise<boolean>) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommandLine(words, {
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
    binaryOut: new PassThrough(),
    readInput: () => Promise.resolve(''),
    ...(confirm ? { confirm } : {}),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

async function runJson(words: string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await run([...words, '--json']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out) as Record<string, unknown>;
}

/** Engines of each type that lead to the double. */
const ENGINES: Readonly<Record<string, () => string>> = {
  openai: () => `{ type: openai, base_url: ${double.url}/v1, api_key: '\${LIST_KEY}' }`,
  anthropic: () => `{ type: anthropic, base_url: ${double.url}/v1, api_key: '\${LIST_KEY}' }`,
  'azure-openai': () => `{ type: azure-openai, base_url: ${double.url}, api_key: '\${LIST_KEY}' }`,
  gemini: () => `{ type: gemini, base_url: ${double.url}, api_key: '\${LIST_KEY}' }`,
  vertex: () =>
    `{ type: vertex, project: acme, base_url: ${double.url}, token_url: ${double.url}/token, credentials: { json: '${JSON.stringify(double.tokens.account).replaceAll("'", "''")}' } }`,
};

function write(type: string, more = ''): void {
  writeFileSync(path, `# Ours.\nengines:\n  e: ${ENGINES[type]!()} # keep me\n${more}`);
}

const text = (): string => readFileSync(path, 'utf8');

describe('svc models add', () => {
  it.each([
    [
      'openai',
      { 'gpt-4o': true, 'gpt-4o-mini-2024-07-18': true, 'text-embedding-3-small': true, 'my-own': false },
    ],
    ['anthropic', { 'claude-sonnet-4-5-20250929': true, 'claude-opus-4-20250514': true }],
    ['azure-openai', { 'my-deployment': true }],
    ['gemini', { 'gemini-2.5-pro': true, 'gemini-2.5-flash': true }],
    ['vertex', { 'gemini-2.5-pro': true }],
  ])('D-ENG-32: lists what an engine of type %s offers, all pages', async (type, expected) => {
    write(type);
    const former = text();
    const { offered, written } = await runJson(['models', 'add', 'e']);
    const list = offered as { model: string; in_catalog: boolean }[];
    expect(Object.fromEntries(list.map(({ model, in_catalog: known }) => [model, known]))).toEqual(expected);
    expect(written).toBe(false);
    expect(text()).toBe(former);
  });

  it('D-ENG-32: asks a resource without a list of deployments for its models', async () => {
    double.hasDeployments = false;
    write('azure-openai');
    expect(await runJson(['models', 'add', 'e'])).toMatchObject({
      offered: [{ model: 'gpt-4o', base_model: null }],
    });
  });

  it('D-ENG-32: has the documented form, with the prices of what is deployed', async () => {
    write('azure-openai');
    const rates = { currency: 'usd', input: 2.5, cached_input: 1.25, output: 10 };
    expect(await runJson(['models', 'add', 'e', 'my-deployment', '--as', 'Svc Pro'])).toEqual({
      type: 'models_add',
      engine: 'e',
      written: false,
      catalog: {
        source: expect.any(String) as string,
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
      },
      offered: [
        { model: 'my-deployment', base_model: 'gpt-4o', kind: 'chat', in_catalog: true, configured_as: [] },
      ],
      add: [
        {
          id: 'Svc Pro',
          default: true,
          routes: [{ engine: 'e', model: 'my-deployment', cost: rates }],
          context_window: 128_000,
          max_output_tokens: 16_384,
          capabilities: expect.objectContaining({ tools: true, vision: true }) as object,
          pricing: rates,
        },
      ],
      differs: [],
    });
  });

  it('D-ENG-33: sets no price for a model that the catalog does not know', async () => {
    write('openai');
    const { add } = await runJson(['models', 'add', 'e', 'my-own', '--yes']);
    expect(add).toEqual([
      { id: 'my-own', default: true, routes: [{ engine: 'e', model: 'my-own' }], capabilities: {} },
    ]);
    expect((await run(['check-config'])).code).toBe(0);
  });

  it('writes with --yes, keeps comments, references and the mode, and writes nothing again', async () => {
    write('openai');
    const { mode } = statSync(path);
    expect(await runJson(['models', 'add', 'e', '--yes'])).toMatchObject({ written: true });
    const once = text();
    for (const kept of ['# Ours.', '# keep me', "'${LIST_KEY}'"]) expect(once).toContain(kept);
    expect(once).not.toContain(LIST_KEY);
    // No alias: the price is changed, and the cost is not.
    expect(once).not.toMatch(/: [&*]/);
    expect(statSync(path).mode).toBe(mode);
    expect((await run(['check-config'])).code).toBe(0);
    expect(await runJson(['models', 'add', 'e', '--yes'])).toMatchObject({ written: false, add: [] });
    expect(text()).toBe(once);
  });

  it('D-ENG-33: tells what differs from the catalog, and never changes it', async () => {
    write(
      'openai',
      `models:\n  - id: Mine # ours\n    default: true\n    context_window: 1000\n    routes: [{ engine: e, model: gpt-4o, cost: { input: 3, output: '10.0' } }]\n    pricing: { input: 9, output: 9 }\n`,
    );
    const former = text();
    const { differs, offered } = await runJson(['models', 'add', 'e', 'gpt-4o', '--yes']);
    expect(differs).toEqual([
      { id: 'Mine', engine_model: 'gpt-4o', field: 'routes[0].cost.input', configured: 3, catalog: 2.5 },
      { id: 'Mine', engine_model: 'gpt-4o', field: 'context_window', configured: 1000, catalog: 128_000 },
    ]);
    expect(offered).toContainEqual(expect.objectContaining({ model: 'gpt-4o', configured_as: ['Mine'] }));
    expect(text()).toBe(former);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('asks on a terminal, and takes %s for an answer', async (answer, added) => {
    write('openai');
    const former = text();
    const confirm = vi.fn<(question: string) => Promise<boolean>>(() => Promise.resolve(answer));
    const { code, out } = await run(['models', 'add', 'e', 'gpt-4o'], confirm);
    expect([code, confirm.mock.calls]).toEqual([0, [['Add 1 model?']]]);
    expect(out).toContain('+ gpt-4o: chat, 128000 tokens, 2.5 in, 10 out');
    expect(text() === former ? 0 : 1).toBe(added);
  });

  it.each([
    ['an unknown model', ['e', 'nothing'], /does not offer nothing/],
    ['an unknown engine', ['other'], /no engine of that name/],
  ])('refuses %s with 1', async (_, words, message) => {
    write('openai');
    const { code, err } = await run(['models', 'add', ...words, '--yes']);
    expect([code, err]).toEqual([1, expect.stringMatching(message)]);
  });

  it.each(Object.keys(ENGINES))(
    'tells a refused credential of type %s with 1 and without secrets',
    async (type) => {
      write(type);
      const former = text();
      double.answer = [401, { error: { message: `key ${LIST_KEY}` } }];
      const { code, err, out } = await run(['models', 'add', 'e', '--yes']);
      expect(code).toBe(1);
      expect(err).toMatch(/^The engine e refused its credential/);
      expect(out + err).not.toContain(LIST_KEY);
      expect(text()).toBe(former);
    },
  );

  it.each<[string, [number, unknown], RegExp]>([
    ['no list', [404, {}], /has no list of models/],
    ['a failure', [500, {}], /status 500/],
    ['no object', [200, 7], /other than a list/],
    ['no list in it', [200, { data: 'x' }], /other than a list/],
  ])('tells %s with 1', async (_, answer, message) => {
    write('openai');
    double.answer = answer;
    expect(await run(['models', 'add', 'e'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(message) as string,
    });
  });

  it('takes no list with an end that never comes', async () => {
    write('anthropic');
    double.answer = [200, { data: [{ id: 'm' }], has_more: true, last_id: 'm' }];
    expect((await run(['models', 'add', 'e'])).code).toBe(1);
    expect(double.seen.length).toBeLessThanOrEqual(50);
  });

  it('refuses a wrong command line with 2, and an id that another model has with 1', async () => {
    write('openai', `models: [{ id: gpt-4o, default: true, routes: [{ engine: e, model: my-own }] }]\n`);
    expect((await run(['models', 'add'])).code).toBe(2);
    expect((await run(['models', 'add', 'e', '--as', 'X'])).code).toBe(2);
    expect((await run(['models', 'add', 'e', 'gpt-4o', '--yes'])).code).toBe(1);
    const { out } = await run(['models', 'add', 'e']);
    expect(out).toContain('gpt-4o: left out');
  });
});

describe('the double', () => {
  it('lists as the vendors’ own clients expect', async () => {
    const openai = new OpenAI({ apiKey: LIST_KEY, baseURL: `${double.url}/v1` });
    const anthropic = new Anthropic({ apiKey: LIST_KEY, authToken: null, baseURL: double.url });
    const google = new GoogleGenAI({
      apiKey: LIST_KEY,
      apiVersion: 'v1beta',
      httpOptions: { baseUrl: double.url },
    });
    const ids: string[] = [];
    for await (const { id } of openai.models.list()) ids.push(id);
    for await (const { id } of anthropic.models.list()) ids.push(id);
    for await (const { name = '' } of await google.models.list()) ids.push(name);
    expect(ids).toEqual([
      ...double.openAiModels,
      'claude-sonnet-4-5-20250929',
      'claude-opus-4-20250514',
      'models/gemini-2.5-pro',
      'models/gemini-2.5-flash',
      'models/gemini-embedding-001',
    ]);
  });
});
