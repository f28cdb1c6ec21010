import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMicroseconds } from '../processes/readings.ts';
import { LOAD_CPU } from '../run/measure.ts';
import { startMock } from '../run/start-mock.ts';
import { pinToCpu } from '../processes/children.ts';
import { chooseContenders, startContender, type ContenderChoice } from './start-contender.ts';
import type { TurnLoad } from './turn-load.ts';
import { turnsPage, type TurnSeries } from './turns-page.ts';

/** V8 goes on compiling until then. */
const WARM_UP_RESPONSES = 40_000;
const WARM_UP_TURN_RESPONSES = 4000;
const TURN_MS = 250;
/** What a turn leaves behind, such as the journal's last lines, is written before the next contender has its turn. */
const PAUSE_MS = 20;

export interface TurnsOptions extends ContenderChoice {
  readonly turns: number;
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
  const contenders = chooseContenders(options, ['bare', 'svc']);
  pinToCpu(process.pid, LOAD_CPU);
  const { mockPort } = await startMock(folder, LOAD_CPU);
  const running: Running[] = [];
  for (const contender of contenders) {
    const { pid, load } = await startContender(contender, mockPort, join(folder, `${running.length}`));
    running.push({ series: { name: contender.name, microseconds: [] }, pid, load });
  }
  for (let done = 0; done < WARM_UP_RESPONSES; done += WARM_UP_TURN_RESPONSES)
    for (const { load } of running) await load.turn({ responses: WARM_UP_TURN_RESPONSES });
  for (let turn = 0; turn < turns; turn++)
    // In another order each time: who follows whom has an effect of its own.
    for (const one of shuffled(running)) await takeTurn(one);
  for (const { load } of running) load.close();
  console.log(turnsPage(running.map(({ series }) => series)));
}

function shuffled<T>(all: readonly T[]): T[] {
  return all
    .map((one) => ({ one, rank: Math.random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}

async function takeTurn({ series, pid, load }: Running): Promise<void> {
  const before = cpuMicroseconds(pid);
  const responses = await load.turn({ ms: TURN_MS });
  await sleep(PAUSE_MS);
  series.microseconds.push((cpuMicroseconds(pid) - before) / responses);
}
