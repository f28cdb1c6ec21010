import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MAIN_KEY, type RunningConsole } from '../../server/test-kit/index.ts';
import { ABLE_MODELS } from './able-models.ts';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole } from './with-console.ts';

const run = promisify(execFile);
const SERVER = new URL('../../server', import.meta.url);
const NASTY = `It's "quoted" \\ \${HOME} \`id\` $(id) %s\n!line\t'; exit 1 #  end\u2028 """`;
const QUESTION = `${NASTY} [[sandbox: say=All is well]]`;
const API_FORMATS = [
  'Messages',
  'Chat completions',
  'OpenAI chat completions',
  'Anthropic messages',
] as const;
/** In place of the vendors' packages: says what it was called with. */
const PYTHON_STUB = `
import json
class Client:
    def __init__(self, **settings):
        self.settings = settings
        self.messages = self.completions = self.chat = self
    def create(self, **body):
        print(json.dumps([self.settings, body]))
        return []
OpenAI = Anthropic = Client
`;

function hasPython(): boolean {
  try {
    return execFileSync('python3', ['-c', 'print(1)'], { encoding: 'utf8' }) === '1\n';
  } catch {
    return false;
  }
}

/** The text of a streamed reply, whatever API it is in. */
function textOf(stream: string): string {
  const chunks = [...stream.matchAll(/"(?:text|content)":("(?:[^"\\]|\\.)*")/g)];
  return chunks.map(([, chunk]) => JSON.parse(chunk!) as string).join('');
}

describe('the code of the playground', () => {
  let service: RunningConsole;
  let window: ConsoleWindow;
  const env = { ...process.env, SVC_KEY: MAIN_KEY };

  withConsole(
    ACME,
    async (running, open) => {
      service = running;
      window = await open();
      await window.signIn('ada@acme.test', PASSWORD);
      await setUp(window);
    },
    ABLE_MODELS,
  );

  /** The code of one language, by API format. */
  const codeOf = async (
    language: string,
  ): Promise<Readonly<Record<(typeof API_FORMATS)[number], string>>> => {
    const { page } = window;
    await page.getByRole('tab', { name: language }).click();
    const found: [string, string][] = [];
    for (const format of API_FORMATS) {
      await page.getByLabel('API format').selectOption(format);
      found.push([format, (await page.getByRole('tabpanel').locator('code').textContent()) ?? '']);
    }
    return Object.fromEntries(found) as Awaited<ReturnType<typeof codeOf>>;
  };
  const curl = async (code: string) => (await run('sh', ['-c', `${code} -s`], { env })).stdout;

  it('D-CONS-5 runs as curl, in each API format', async () => {
    for (const [format, code] of Object.entries(await codeOf('curl')))
      expect([format, textOf(await curl(code))]).toEqual([format, expect.stringContaining('All is well')]);
  });

  it('D-CONS-5 runs as TypeScript, in each API format', async () => {
    const ran = Object.entries(await codeOf('TypeScript')).map(async ([format, code]) => {
      const options = { env, cwd: SERVER };
      const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], options);
      return [format, stdout];
    });
    expect(await Promise.all(ran)).toEqual(API_FORMATS.map((format) => [format, 'All is well']));
  });

  it('D-CONS-5 runs as Python, of which our own API needs no package', async (context) => {
    if (!hasPython()) context.skip('python3 not found');
    const folder = await mkdtemp(join(tmpdir(), 'svc-python-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const name of ['openai.py', 'anthropic.py']) await writeFile(join(folder, name), PYTHON_STUB);
    const options = { env: { ...env, PYTHONPATH: folder } };
    const codes = Object.values(await codeOf('Python'));
    const outputs = await Promise.all(
      codes.map(async (code) => (await run('python3', ['-c', code], options)).stdout),
    );
    expect(outputs.slice(0, 2)).toEqual(['All is well', 'All is well']);
    const calls = outputs.slice(2).map((output) => JSON.parse(output) as [object, { messages: object[] }]);
    expect(calls.map(([settings]) => settings)).toEqual(
      ['/compat/openai/v1', '/compat/anthropic'].map((path) => ({
        base_url: service.baseUrl + path,
        api_key: MAIN_KEY,
      })),
    );
    for (const [, { messages }] of calls)
      expect(messages.at(-1)).toEqual({ role: 'user', content: QUESTION });
  });

  it('D-CONS-5 names what an API format has no field for, asks for a schema, and has no key in it', async () => {
    const { page } = window;
    await page.getByLabel('API format').selectOption('OpenAI chat completions');
    await page.getByText('left out: top_k.').waitFor();
    // What it thinks would be a text of the stream, too.
    await page.getByLabel('Reasoning').selectOption('Off');
    await page.getByLabel('Reply format').selectOption('JSON schema');
    await page.getByLabel('Message').fill(NASTY);
    const codes = Object.values(await codeOf('curl'));
    for (const code of codes) {
      expect(code).toContain('$SVC_KEY');
      expect(JSON.parse(textOf(await curl(code)))).toEqual({ answer: expect.any(String) as string });
    }
    expect(await page.locator('body').textContent()).not.toContain(MAIN_KEY);
    expect(window.wrongs).toEqual([]);
  });
});

/** Every kind of setting, and a question that says what a shell or a program might stumble over. */
async function setUp(window: ConsoleWindow): Promise<void> {
  const { page } = window;
  await window.goto('/playground');
  await page.getByLabel('System instructions').fill(NASTY);
  for (const [label, value] of [
    ['Temperature', '0.5'],
    ['Top P', '0.9'],
    ['Top K', '5'],
    ['Seed', '7'],
    ['Stop sequences', 'NEVER WRITTEN'],
  ] as const)
    await page.getByLabel(label).fill(value);
  await page.getByLabel('Reasoning').selectOption('Low');
  await window.button('Define a function').click();
  await window.dialog.getByLabel('Name').fill('get_weather');
  await window.dialog.getByLabel('Description').fill("A city's weather");
  await window.button('Save').click();
  await page.getByLabel('Message').fill(QUESTION);
}
