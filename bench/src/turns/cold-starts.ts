import { join } from 'node:path';
import { pinToCpu } from '../processes/children.ts';
import { cpuMicroseconds } from '../processes/readings.ts';
import { LOAD_CPU } from '../run/measure.ts';
import { startMock } from '../run/start-mock.ts';
import { coldPage, STEPS, type ColdSeries } from './cold-page.ts';
import { chooseContenders, startContender, type ContenderChoice } from './start-contender.ts';

export interface ColdOptions extends ContenderChoice {
  /** Fresh processes of each contender. */
  readonly starts: number;
  /** Where each process gets a folder of its own. */
  readonly folder: string;
}

/** What an answer of a fresh process costs in processor time, after how many answers. Contenders start in turns, one at a time. */
export async function runColdStarts(options: ColdOptions): Promise<void> {
  const { starts, folder } = options;
  const contenders = chooseContenders(options, ['svc']);
  pinToCpu(process.pid, LOAD_CPU);
  const { mockPort } = await startMock(folder, LOAD_CPU);
  const series = contenders.map(({ name }): ColdSeries => ({ name, microseconds: [] }));
  for (let start = 0; start < starts; start++)
    for (const [i, contender] of contenders.entries()) {
      const { pid, load, stop } = await startContender(contender, mockPort, join(folder, `${start}-${i}`));
      const microseconds: number[] = [];
      for (const [from, to] of STEPS) {
        const before = cpuMicroseconds(pid);
        const responses = await load.turn({ responses: to - from });
        microseconds.push((cpuMicroseconds(pid) - before) / responses);
      }
      series[i]!.microseconds.push(microseconds);
      await stop();
    }
  console.log(coldPage(series));
}
