import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  chunk,
  errorReply,
  jsonReply,
  oneModel,
  openaiEngine,
  type Reply,
  rawReply,
  type RecordedRequest,
  type RunningConsole,
  type ScriptedUpstream,
  sse,
  startScriptedUpstream,
  textReply,
} from '../../server/test-kit/index.ts';
import { ACME } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { setUpOperator } from './set-up-operator.ts';
import { withConsole } from './with-console.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const OFFERED = ['upstream-standard', 'gpt-4o-mini', 'text-embedding-3-small', "my own'; id"];
const PATIENT = { first_output_s: 60, silence_s: 60, total_s: 120 };

const upstream: ScriptedUpstream = await startScriptedUpstream();
const keys = ['first', 'second'].map((name) => ({ name, api_key: `key-${name}` }));
const engine = openaiEngine(upstream.baseUrl, { keys, timeouts: PATIENT });
const deployment = oneModel({}) as { models: { routes: object[] }[] };
const models = deployment.models.map((model) => ({
  ...model,
  routes: [{ engine: 'main', model: 'upstream-standard' }],
}));

function replyTo({ method, headers }: RecordedRequest): Reply {
  if (method === 'GET') return jsonReply({ data: OFFERED.map((id) => ({ id, context_length: 8192 })) });
  return headers.authorization === 'Bearer key-second' ? errorReply(401) : textReply('ok');
}

describe('what operators ask of engines', () => {
  let service: RunningConsole;
  let window: ConsoleWindow;
  let viewer: ConsoleWindow;

  withConsole(
    ACME,
    async (running, open) => {
      service = running;
      window = await open();
      viewer = await open();
      await setUpOperator(service, window, { email: 'otto@svc.test', role: 'operator' });
      await setUpOperator(service, viewer, { email: 'vera@svc.test', role: 'operator_viewer' });
    },
    { ...deployment, engines: { main: engine }, models },
  );
  beforeAll(() => upstream.script(replyTo));
  afterEach(() => upstream.script(replyTo));
  afterAll(() => upstream.close());

  it.each(SIZES)('D-ENG-34: a probe says what was found out, at $width px', async (size) => {
    const { page } = window;
    await page.setViewportSize(size);
    await window.goto('/operator/engines');
    await window.button('Probe main').click();
    const { dialog } = window;
    await dialog.getByText(/^Asks 2 keys and 1 model .* costs some hundred tokens/).waitFor();
    expect(await window.violations()).toEqual([]);
    const { promise, resolve } = Promise.withResolvers<void>();
    upstream.script(rawReply([{ until: promise }, sse(chunk({ content: 'ok' }, 'stop')), sse('[DONE]')]));
    await window.button('Probe, which costs tokens').click();
    await dialog.getByText(/^Asking the engine/).waitFor();
    upstream.script(replyTo);
    resolve();
    await window.button('Probe again, which costs tokens').waitFor();
    await window.button('Probe again, which costs tokens').click();
    await dialog.getByText('the engine refuses the credential or the account').first().waitFor();
    const row = dialog.getByRole('row').nth(1);
    expect(await row.getByRole('cell').allInnerTexts()).toEqual([
      'Works',
      'Yes',
      'Yes',
      'No',
      'Yes',
      'No',
      'Unknown',
      '8,192',
    ]);
    expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/capabilities\.tools, context_window$/),
      expect.stringMatching(/^first\s+In use$/),
      expect.stringMatching(/^second\s+Left out/),
    ]);
    expect(await dialog.innerText()).not.toContain('key-');
    expect(await window.scrollsSideways()).toBe(false);
    expect(await window.violations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  it.each(SIZES)(
    'D-ENG-32: models that an engine offers become entries of the file, at $width px',
    async (size) => {
      const { page } = window;
      await page.setViewportSize(size);
      const file = join(service.dataDir, 'svc.yaml');
      const before = await readFile(file, 'utf8');
      await window.goto('/operator/engines');
      await window.button('Models of main').click();
      const { dialog } = window;
      await dialog.getByText(/^4 models offered, 1 configured\./).waitFor();
      await dialog.getByText('not in the catalog, so no price is set').waitFor();
      for (const name of ['gpt-4o-mini', "my own'; id"])
        await dialog.getByLabel(name, { exact: true }).check();
      const [command, entries] = await dialog.locator('pre').allInnerTexts();
      expect(command).toBe(String.raw`npx svc models add main gpt-4o-mini 'my own'\''; id'`);
      expect(parse(entries!)).toMatchObject([
        { id: 'gpt-4o-mini', routes: [{ engine: 'main', model: 'gpt-4o-mini', cost: {} }], pricing: {} },
        { id: "my own'; id", routes: [{ engine: 'main', model: "my own'; id" }] },
      ]);
      await dialog.getByText(file, { exact: false }).waitFor();
      expect(await window.scrollsSideways()).toBe(false);
      expect(await window.violations()).toEqual([]);
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      expect(await readFile(file, 'utf8')).toBe(before);
    },
  );

  it('viewers see what is offered, and probe nothing', async () => {
    await viewer.goto('/operator/engines');
    await viewer.button('Models of main').click();
    await viewer.dialog.getByText(/^4 models offered/).waitFor();
    await viewer.dialog.getByRole('button', { name: 'Close' }).last().click();
    expect(await viewer.button('Probe main').count()).toBe(0);
  });

  it('an engine that is away is told with what to check', async () => {
    upstream.script(({ method }) => (method === 'GET' ? jsonReply({}, { status: 500 }) : textReply('ok')));
    await window.goto('/operator/engines');
    await window.button('Models of main').click();
    await window.dialog.getByText(/The engine main answered its list of models with status 500/).waitFor();
    upstream.script(replyTo);
    await window.dialog.getByRole('button', { name: 'Try again' }).click();
    await window.dialog.getByText(/^4 models offered/).waitFor();
    await window.dialog.getByRole('button', { name: 'Close' }).last().click();
    expect(window.wrongs).toEqual([]);
  });
});
