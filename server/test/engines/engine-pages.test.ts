import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import {
  assertCompletedStream,
  MAIN_KEY,
  oneOrganization,
  startFacade,
  startRunningService,
  startScriptedUpstream,
  textReply,
  type FacadeServer,
  type ScriptedUpstream,
} from '#test-kit';
import { codeBlocks } from '../../../site/index.ts';
import { runCommandLine } from '../../src/cli/index.ts';

const DOCS = new URL('../../../docs/', import.meta.url);

interface Credentials {
  readonly access_key_id?: string;
  readonly secret_access_key?: string;
  readonly json?: string;
}

interface Page {
  readonly facade: string;
  /** The variables that the page names, with the vendor's values. */
  readonly variables?: (engine: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
}

const credentialsOf = (engine: Readonly<Record<string, unknown>>): Credentials => engine['credentials'] ?? {};

const PAGES: Readonly<Record<string, Page>> = {
  'azure-openai': {
    facade: 'azure-openai',
    variables: (engine) => ({ AZURE_OPENAI_API_KEY: engine['api_key'] }),
  },
  bedrock: {
    facade: 'bedrock-converse',
    variables: (engine) => ({
      AWS_ACCESS_KEY_ID: credentialsOf(engine).access_key_id,
      AWS_SECRET_ACCESS_KEY: credentialsOf(engine).secret_access_key,
    }),
  },
  gemini: { facade: 'gemini', variables: (engine) => ({ GEMINI_API_KEY: engine['api_key'] }) },
  vertex: { facade: 'vertex' },
  'anthropic-servers': { facade: 'anthropic', variables: (engine) => ({ MAIN_KEY: engine['api_key'] }) },
};

let folder: string;
let upstream: ScriptedUpstream;
let vendor: FacadeServer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-page-'));
  upstream = await startScriptedUpstream(textReply('Hello there'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await vendor[Symbol.asyncDispose]();
  await upstream.close();
  await rm(folder, { recursive: true });
});

/** The command of a page, as the shell splits it, with the vendor's address in place of the real one. */
function wordsOf(code: string, { baseUrl, facade }: FacadeServer): string[] {
  const line = /npx svc (engines add.*)/.exec(code.replaceAll('\\\n', ' '))?.[1] ?? '';
  const words = Array.from(line.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, bare]) => quoted ?? bare ?? '');
  const kept = words.filter((word, i) => {
    const pair = word === '--set' ? words[i + 1] : word;
    return !/^(base_url|resource)=/.test(pair ?? '');
  });
  const engine = facade.engine(baseUrl);
  const addresses = ['base_url', 'token_url'].filter((name) => name in engine);
  return [...kept, ...addresses.flatMap((name) => ['--set', `${name}=${String(engine[name])}`])];
}

it.each(Object.entries(PAGES))(
  'docs/%s.md leads from svc engines add to a streamed call',
  async (name, { facade, variables }) => {
    vendor = await startFacade(facade, upstream.baseUrl);
    const engine = vendor.facade.engine(vendor.baseUrl);
    const path = join(folder, 'svc.yaml');
    await writeFile(path, '');
    vi.stubEnv('SVC_CONFIG', path);
    const values = Object.entries(variables?.(engine) ?? {}).map(
      ([key, value]) => [key, String(value)] as const,
    );
    for (const [key, value] of values) vi.stubEnv(key, value);
    await writeFile(join(folder, 'service-account.json'), credentialsOf(engine).json ?? '');
    const blocks = codeBlocks(await readFile(new URL(`${name}.md`, DOCS), 'utf8'));
    const command = blocks.find(({ code }) => code.includes('svc engines add'));
    const lines: string[] = [];
    const line = (text: string): void => void lines.push(text);
    const code = await runCommandLine(wordsOf(command?.code ?? '', vendor), {
      out: line,
      err: line,
      binaryOut: new PassThrough(),
      readInput: () => Promise.resolve(''),
    });
    expect([code, lines]).toEqual([0, lines]);

    const { engines } = parse(await readFile(path, 'utf8')) as { engines: object };
    const shown = parse(blocks.find(({ language }) => language === 'yaml')?.code ?? '') as {
      engines: object;
      models: { readonly id: string; readonly routes: readonly object[] }[];
    };
    expect(Object.keys(engines)).toEqual(Object.keys(shown.engines));
    const [model] = shown.models;
    const routes = model!.routes.map((route) => ({ ...route, model: vendor.modelName('scripted') }));
    const service = await startRunningService({
      deployment: {
        engines: JSON.parse(
          JSON.stringify(engines).replaceAll('./service-account.json', join(folder, 'service-account.json')),
        ) as object,
        models: [{ ...model, routes }],
        plans: [{ id: 'pro', paid: true, monthly_tokens: 1_000_000 }],
      },
      provisioning: oneOrganization(),
      environment: Object.fromEntries(values),
    });
    try {
      const body = { stream: true, messages: [{ role: 'user', content: 'Say hello.' }] };
      const response = await service.post('/v1/chat/completions', MAIN_KEY, body);
      expect(response.status, service.logLines.join('\n')).toBe(200);
      const bytes = Buffer.from(await response.arrayBuffer());
      const headers = Object.fromEntries(response.headers);
      const { text } = assertCompletedStream(
        { status: response.status, headers, bytes, complete: true },
        false,
      );
      expect(text).toBe('Hello there');
      expect(vendor.refusals).toEqual([]);
    } finally {
      await service.stop();
    }
  },
);
