import { loadEnvironment } from '#config';
import type { ResealPosition, ResealStep } from '#features/resealing';
import { controlClient, ControlRefusal } from '../../control/index.ts';
import type { Invocation } from '../command.ts';
import { FAILED, OK, type ExitCode } from '../exit-codes.ts';

interface Totals {
  resealed: number;
  unreadable: number;
}

/** Has the running service seal stored data again, step by step. Interrupted, it goes on where it was. */
export async function reseal({ terminal }: Invocation): Promise<ExitCode> {
  const { dataDir } = loadEnvironment();
  const client = await controlClient(dataDir);
  if (!client)
    throw new ControlRefusal(`No service is running on the data directory ${dataDir}. Start it first.`);
  const totals = new Map<string, Totals>();
  for (let position: ResealPosition | undefined = { table: 0 }; position;) {
    // Safe: that is what the service answers this route with.
    const step = (await client.call('POST /reseal', { position })) as unknown as ResealStep;
    if (step.name !== undefined) terminal.out(describe(step.name, add(totals, step.name, step)));
    position = step.next;
  }
  const unreadable = [...totals.values()].reduce((sum, one) => sum + one.unreadable, 0);
  if (unreadable === 0) return OK;
  terminal.err(`${unreadable} rows were sealed with another data key and stay as they are.`);
  return FAILED;
}

function add(totals: Map<string, Totals>, name: string, { resealed, unreadable }: ResealStep): Totals {
  const total = totals.get(name) ?? { resealed: 0, unreadable: 0 };
  total.resealed += resealed;
  total.unreadable += unreadable;
  totals.set(name, total);
  return total;
}

function describe(name: string, { resealed, unreadable }: Totals): string {
  return `${name}: ${resealed} sealed anew${unreadable > 0 ? `, ${unreadable} unreadable` : ''}`;
}
