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
} from '../../../server/test-kit/index.ts';
import { compareCpu, type CallKind } from '../measure/cpu-blocks.ts';
import { report, require, type Proof } from '../proof.ts';
import { byLabel, sent } from './calls.ts';
import { seedPrompts } from './seed-prompts.ts';
import { prepareFolder, startServiceProcess, type ServiceProcess } from '../deployment/service-process.ts';
import { DATA_KEY, withStore } from '../deployment/store-access.ts';

const TEMPLATES = 10_000;
const VERSIONS = 100;
const MAX_ADDED_SHARE = 0.05;
const CALLS_A_BLOCK = 2000;
const MIN_WARM_UPS = 5000;
const LIMITS = {
  prompt_templates_per_workspace: TEMPLATES,
  chat_requests_per_minute: 1_000_000_000,
};

/** What a call by the label of one of many templates takes, beside one that sends the same messages. */
export const provePrompts: Proof = {
  name: 'prompts',
  summary: `${TEMPLATES} templates of ${VERSIONS} versions: a call by label takes less than ${MAX_ADDED_SHARE * 100} % more processor time than one that sends the same messages`,
  async run({ rounds, size }) {
    const database = (await testDatabases()).find(({ kind }) => kind === 'postgres');
    require(database !== undefined, 'it needs PostgreSQL');
    const directory = await mkdtemp(join(tmpdir(), 'svc-prove-prompts-'));
    const opened = await database.open();
    const upstream = await startScriptedUpstream(textReply('ok'));
    const databaseUrl = opened.databaseUrl ?? '';
    const deployment = oneModel(openaiEngine(upstream.baseUrl), { limits: LIMITS });
    const folder = prepareFolder(directory, deployment, oneOrganization(), {
      SVC_DATA_KEY: DATA_KEY,
      DATABASE_URL: databaseUrl,
    });
    const dataDir = join(directory, 'data');
    const templates = Math.ceil(TEMPLATES * size);
    let service = await startServiceProcess(folder);
    try {
      await service.end('SIGTERM');
      await withStore({ dataDir, databaseUrl }, (store) => seedPrompts(store, templates, VERSIONS));
      service = await startServiceProcess(folder);
      await compare(service, templates, rounds);
    } finally {
      await service.end('SIGKILL');
      await upstream.close();
      await opened.close();
      await rm(directory, { recursive: true, force: true });
    }
  },
};

async function compare(service: ServiceProcess, templates: number, rounds: number): Promise<void> {
  const pick = (i: number): number => (i * 7919) % templates;
  const kindOf = (name: string, fieldsOf: (i: number) => object): CallKind => ({
    name,
    path: '/v1/messages',
    bodyOf: (i) => ({ model: 'Svc Standard', max_tokens: 20, ...fieldsOf(pick(i)) }),
  });
  const kinds = [kindOf('sent', sent), kindOf('by label', byLabel)];
  // Each reference once at least: 7919 is prime, so that every template has its turn.
  const warmUps = Math.max(templates, MIN_WARM_UPS);
  const cpuMs = await compareCpu(service, kinds, { warmUps, callsPerBlock: CALLS_A_BLOCK, rounds });
  const calls = rounds * CALLS_A_BLOCK;
  const [without, withLabel] = kinds.map(({ name }) => cpuMs.get(name)!) as [number, number];
  const added = withLabel / without - 1;
  report('processor time', {
    'calls of each kind': calls,
    'µs a call without': Math.round((without / calls) * 1000),
    'µs by label': Math.round((withLabel / calls) * 1000),
    '% added': (added * 100).toFixed(1),
    'load of the machine': loadavg()[0]!.toFixed(1),
  });
  require(added < MAX_ADDED_SHARE, `a call by label takes ${(added * 100).toFixed(1)} % more`);
}
