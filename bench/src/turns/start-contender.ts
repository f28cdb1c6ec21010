import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { allContenders, findDatabaseServer, findRedis, svc, type Contender } from '../contenders/index.ts';
import { choose } from '../options.ts';
import { CONTENDER_CPU } from '../run/measure.ts';
import { untilReady } from '../run/ready.ts';
import { requestBody, WARM_UPS } from '../scenarios.ts';
import { TurnLoad } from './turn-load.ts';

const CONNECTIONS = 64;

export interface ContenderChoice {
  /** Contenders by name; undefined: those of `byDefault`. */
  readonly only: readonly string[] | undefined;
  /** Folders of other checkouts to compare with; the same one may be named twice. */
  readonly against: readonly string[];
  readonly portkeyFolder: string;
}

/** Throws an Error with a readable message when one does not exist or cannot run here. */
export function chooseContenders(
  { only, against, portkeyFolder }: ContenderChoice,
  byDefault: readonly string[],
): readonly Contender[] {
  const options = { models: ['mock-1'], databaseServer: findDatabaseServer(), redisUrl: findRedis() };
  const own = choose(allContenders(portkeyFolder, options), only, ({ name }) => byDefault.includes(name));
  for (const contender of own) {
    const described = contender.describe();
    if ('missing' in described) throw new Error(`${contender.name} cannot run: ${described.missing}`);
  }
  const others = against.map((path, i) =>
    svc(options, { name: `svc of ${path} (${i + 1})`, payer: 'plans', root: resolve(path) }),
  );
  return [...own, ...others];
}

export interface StartedContender {
  readonly pid: number;
  /** Whole answers to short prompts. */
  readonly load: TurnLoad;
  readonly stop: () => Promise<void>;
}

/** Starts a contender on its processor, with requests for it that wait for their turn. */
export async function startContender(
  contender: Contender,
  upstreamPort: number,
  folder: string,
): Promise<StartedContender> {
  mkdirSync(folder);
  const running = await contender.start({ upstreamPort, folder, cpu: CONTENDER_CPU });
  const [whole] = WARM_UPS;
  const body = requestBody(whole);
  await untilReady(running, whole.path, body);
  const { port, headerSets, process: started } = running;
  if (!started) throw new Error('a contender without a process has no processor time');
  const load = new TurnLoad({ port, headerSets, path: whole.path, body }, CONNECTIONS);
  const stop = async (): Promise<void> => {
    load.close();
    await running.stop();
  };
  return { pid: started.pid, load, stop };
}
