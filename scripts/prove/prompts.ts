import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import {
  MAIN_KEY,
  oneModel,
  oneOrganization,
  openaiEngine,
  startScriptedUpstream,
  testDatabases,
  textReply,
} from '../../server/test-kit/index.ts';
import { report, require, type Proof } from './proof.ts';
import { byLabel, sent } from './prompts/calls.ts';
import { seedPrompts } from './prompts/seed-prompts.ts';
import { prepareFolder, startServiceProcess, type ServiceProcess } from './service-process.ts';
import { DATA_KEY, withStore } from './store-access.ts';

const TEMPLATES = 10_000;
const VERSIONS = 100;
const MOST_ADDED_SHARE = 0.05;
const CALLS_A_BLOCK = 2000;
const AT_ONCE = 16;
const LEAST_WARM_UPS = 5000;
const LIMITS = {
  prompt_templates_per_workspace: TEMPLATES,
  chat_requests_per_minute: 1_000_000_000,
};

/** What a call by the label of one of many templates takes, beside one that sends the same messages. */
export const provePrompts: Proof = {
  name: 'prompts',
  summary: `${TEMPLATES} templates of ${VERSIONS} versions: a call by label takes less than ${MOST_ADDED_SHARE * 100} % more processor time than one that sends the same messages`,
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
  const agent = new Agent({ connections: AT_ONCE, pipelining: 1 });
  const run = (count: number, bodyOf: (i: number) => object): Promise<number> =>
    cpuOf(service, agent, count, bodyOf);
  try {
    // Each reference once, and as many calls without one: both are compiled by then.
    const warmUps = Math.max(templates, LEAST_WARM_UPS);
    await run(warmUps, (i) => byLabel(i % templates));
    await run(warmUps, (i) => sent(i % templates));
    let [without, withLabel] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      const from = round * CALLS_A_BLOCK;
      const pick = (i: number): number => ((from + i) * 7919) % templates;
      const measureSent = async (): Promise<void> =>
        void (without += await run(CALLS_A_BLOCK, (i) => sent(pick(i))));
      const measureLabel = async (): Promise<void> =>
        void (withLabel += await run(CALLS_A_BLOCK, (i) => byLabel(pick(i))));
      // In turns, so that what one leaves behind for the other is shared out.
      for (const measure of round % 2 === 0 ? [measureSent, measureLabel] : [measureLabel, measureSent])
        await measure();
    }
    const calls = rounds * CALLS_A_BLOCK;
    const added = withLabel / without - 1;
    report('processor time', {
      'calls of each kind': calls,
      'µs a call without': Math.round((without / calls) * 1000),
      'µs by label': Math.round((withLabel / calls) * 1000),
      '% added': (added * 100).toFixed(1),
      'load of the machine': loadavg()[0]!.toFixed(1),
    });
    require(added < MOST_ADDED_SHARE, `a call by label takes ${(added * 100).toFixed(1)} % more`);
  } finally {
    await agent.close();
  }
}

/** Processor time of the service for so many calls, all of which must be answered. */
async function cpuOf(
  service: ServiceProcess,
  agent: Agent,
  count: number,
  bodyOf: (i: number) => object,
): Promise<number> {
  const startedMs = service.cpuMs();
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const { statusCode, body } = await request(`${service.url}/v1/messages`, {
        method: 'POST',
        dispatcher: agent,
        headers: { authorization: `Bearer ${MAIN_KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'Svc Standard', max_tokens: 20, ...bodyOf(next++) }),
      });
      const text = await body.text();
      require(statusCode === 200, `a call was answered ${statusCode} ${text.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return service.cpuMs() - startedMs;
}
