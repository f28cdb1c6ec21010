import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  allContenders,
  findDatabaseServer,
  findRedis,
  svc,
  type Contender,
  type RunningContender,
} from '../contenders/index.ts';
import { choose } from '../options.ts';
import { cpuMicroseconds } from '../processes/readings.ts';
import { untilReady } from '../run/ready.ts';
import { CONTENDER_CPU, LOAD_CPU } from '../run/measure.ts';
import { startMock } from '../run/start-mock.ts';
import { requestBody, WARM_UPS } from '../scenarios.ts';
import { pinToCpu } from '../processes/children.ts';
import { TurnLoad } from './turn-load.ts';
import { turnsPage, type TurnSeries } from './turns-page.ts';

const CONNECTIONS = 64;
/** V8 goes on compiling until then. */
const WARM_UP_ANSWERS = 40_000;
const WARM_UP_TURN_ANSWERS = 4000;
const TURN_MS = 250;
/** What a turn leaves behind, such as the journal's last lines, is written before the next contender has its turn. */
const PAUSE_MS = 20;

const BY_DEFAULT: ReadonlySet<string> = new Set(['bare', 'svc']);

export interface TurnsOptions {
  /** Contenders by name; undefined: the bare proxy and the service. */
  readonly only: readonly string[] | undefined;
  /** Folders of other checkouts to compare with; the same one may be named twice. */
  readonly against: readonly string[];
  readonly turns: number;
  readonly portkeyFolder: string;
  /** Where each contender gets a folder of its own. */
  readonly folder: string;
}

interface Running {
  readonly series: TurnSeries;
  readonly pid: number;
  readonly load: TurnLoad;
}

/**
 * The processor time of a whole answer: contenders of this checkout and of others run all at once on one processor, and take short turns, so that
 * a machine that becomes busier does so for all of them.
 */
export async function runTurns(options: TurnsOptions): Promise<void> {
  const { turns, folder } = options;
  const contenders = contendersOf(options);
  pinToCpu(process.pid, LOAD_CPU);
  const { mockPort } = await startMock(folder, LOAD_CPU);
  const running: Running[] = [];
  for (const contender of contenders)
    running.push(await startOne(contender, mockPort, join(folder, `${running.length}`)));
  for (let done = 0; done < WARM_UP_ANSWERS; done += WARM_UP_TURN_ANSWERS)
    for (const { load } of running) await load.turn({ answers: WARM_UP_TURN_ANSWERS });
  for (let turn = 0; turn < turns; turn++)
    // In another order each time: who follows whom has an effect of its own.
    for (const one of shuffled(running)) await takeTurn(one);
  for (const { load } of running) load.close();
  console.log(turnsPage(running.map(({ series }) => series)));
}

function contendersOf({ only, against, portkeyFolder }: TurnsOptions): readonly Contender[] {
  const options = { models: ['mock-1'], databaseServer: findDatabaseServer(), redisUrl: findRedis() };
  const own = choose(allContenders(portkeyFolder, options), only, ({ name }) => BY_DEFAULT.has(name));
  for (const contender of own) {
    const described = contender.describe();
    if ('missing' in described) throw new Error(`${contender.name} cannot run: ${described.missing}`);
  }
  const others = against.map((path, i) =>
    svc(options, { name: `svc of ${path} (${i + 1})`, payer: 'plans', root: resolve(path) }),
  );
  return [...own, ...others];
}

async function startOne(contender: Contender, upstreamPort: number, folder: string): Promise<Running> {
  mkdirSync(folder);
  const running = await contender.start({ upstreamPort, folder, cpu: CONTENDER_CPU });
  const [whole] = WARM_UPS;
  const body = requestBody(whole);
  await untilReady(running, whole.path, body);
  const { port, headerSets } = running;
  const load = new TurnLoad({ port, headerSets, path: whole.path, body }, CONNECTIONS);
  return { series: { name: contender.name, microseconds: [] }, pid: pidOf(running), load };
}

function pidOf({ process: started }: RunningContender): number {
  if (!started) throw new Error('a contender without a process has no processor time');
  return started.pid;
}

function shuffled<T>(all: readonly T[]): T[] {
  return all
    .map((one) => ({ one, rank: Math.random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}

async function takeTurn({ series, pid, load }: Running): Promise<void> {
  const before = cpuMicroseconds(pid);
  const answers = await load.turn({ ms: TURN_MS });
  await sleep(PAUSE_MS);
  series.microseconds.push((cpuMicroseconds(pid) - before) / answers);
}
