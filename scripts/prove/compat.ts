import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  oneModel,
  oneOrganization,
  openaiEngine,
  startScriptedUpstream,
  testDatabases,
  textReply,
} from '../../server/test-kit/index.ts';
import { compareCpu, type CallKind } from './measure/cpu-blocks.ts';
import { report, require, type Proof } from './proof.ts';
import { prepareFolder, startServiceProcess, type ServiceProcess } from './deployment/service-process.ts';
import { DATA_KEY } from './deployment/store-access.ts';

const MAX_ADDED_SHARE = 0.1;
const WHOLE = { warmUps: 6000, callsPerBlock: 1000 };
const STREAMED = { warmUps: 400, callsPerBlock: 100 };
/** 1.4 KB as a whole, or as many events. */
const WORDS = 230;
const LIMITS = { chat_requests_per_minute: 1_000_000_000 };

const MODEL = 'Svc Standard';
const SYSTEM = 'You are a helpful assistant.';
const USER = {
  role: 'user',
  content: 'Explain in plain words how an edge server decides what to keep. '.repeat(15),
};

/** What the contract's own paths are asked, and what the same comes to in the forms of other services. */
function kindsOf(stream: boolean): readonly (CallKind & { readonly than?: string })[] {
  const chat = {
    model: MODEL,
    max_tokens: 1024,
    messages: [{ role: 'system', content: SYSTEM }, USER],
    stream,
  };
  const messages = { model: MODEL, max_tokens: 1024, system: SYSTEM, messages: [USER], stream };
  const responses = {
    model: MODEL,
    max_output_tokens: 1024,
    instructions: SYSTEM,
    input: [USER],
    store: false,
    stream,
  };
  return [
    { name: 'chat', path: '/v1/chat/completions', bodyOf: () => chat },
    { name: 'messages', path: '/v1/messages', bodyOf: () => messages },
    { name: 'as OpenAI', path: '/compat/openai/v1/chat/completions', bodyOf: () => chat, than: 'chat' },
    { name: 'as Anthropic', path: '/compat/anthropic/v1/messages', bodyOf: () => messages, than: 'messages' },
    { name: 'as Responses', path: '/compat/openai/v1/responses', bodyOf: () => responses, than: 'chat' },
    // Each is a write to the database, so it is shown and not bounded.
    {
      name: 'as Responses, kept',
      path: '/compat/openai/v1/responses',
      bodyOf: () => ({ ...responses, store: true }),
    },
  ];
}

/** What a call through the endpoints of other vendors takes, beside the same call on the contract's own paths. */
export const proveCompat: Proof = {
  name: 'compat',
  summary: `calls in the forms of other services take at most ${MAX_ADDED_SHARE * 100} % more processor time than on /v1, whole and streamed`,
  async run({ rounds }) {
    const database = (await testDatabases()).find(({ kind }) => kind === 'postgres');
    require(database !== undefined, 'it needs PostgreSQL');
    const directory = await mkdtemp(join(tmpdir(), 'svc-prove-compat-'));
    const opened = await database.open();
    const words = Array.from({ length: WORDS }, (_, i) => (i % 9 === 8 ? ' object' : ' word,'));
    const upstream = await startScriptedUpstream(textReply(words));
    const deployment = oneModel(openaiEngine(upstream.baseUrl), { limits: LIMITS });
    const folder = prepareFolder(directory, deployment, oneOrganization(), {
      SVC_DATA_KEY: DATA_KEY,
      DATABASE_URL: opened.databaseUrl ?? '',
    });
    const service = await startServiceProcess(folder);
    try {
      const over = [
        ...(await compare(service, 'whole', { stream: false, ...WHOLE, rounds })),
        ...(await compare(service, 'streamed', { stream: true, ...STREAMED, rounds })),
      ];
      require(over.length === 0, over.join('; '));
    } finally {
      await service.end('SIGKILL');
      await upstream.close();
      await opened.close();
      await rm(directory, { recursive: true, force: true });
    }
  },
};

interface Compared {
  readonly stream: boolean;
  readonly warmUps: number;
  readonly callsPerBlock: number;
  readonly rounds: number;
}

/** What takes more than it may. */
async function compare(
  service: ServiceProcess,
  what: string,
  { stream, ...blocks }: Compared,
): Promise<string[]> {
  const kinds = kindsOf(stream);
  const cpuMs = await compareCpu(service, kinds, blocks);
  const calls = blocks.callsPerBlock * blocks.rounds;
  const added = kinds.flatMap(({ name, than }) =>
    than === undefined ? [] : [{ name, share: cpuMs.get(name)! / cpuMs.get(than)! - 1 }],
  );
  report(what, {
    'calls of each kind': calls,
    ...Object.fromEntries(
      kinds.map(({ name }) => [`µs ${name}`, Math.round((cpuMs.get(name)! / calls) * 1000)]),
    ),
    ...Object.fromEntries(added.map(({ name, share }) => [`% more ${name}`, (share * 100).toFixed(1)])),
    'load of the machine': loadavg()[0]!.toFixed(1),
  });
  return added
    .filter(({ share }) => share > MAX_ADDED_SHARE)
    .map(({ name, share }) => `${what} ${name} takes ${(share * 100).toFixed(1)} % more`);
}
