import { loadEnvironment } from '#config';
import { controlClient, ControlRefusal } from '../../control/index.ts';
import type { Invocation } from '../command.ts';
import { type ExitCode, OK } from '../exit-codes.ts';

export async function reload({ terminal }: Invocation): Promise<ExitCode> {
  const { dataDir } = loadEnvironment();
  const client = await controlClient(dataDir);
  if (!client) throw new ControlRefusal(`No service is running on the data directory ${dataDir}.`);
  const { changed } = await client.call('POST /reload');
  terminal.out(
    changed === true ? 'Applied the changed configuration.' : 'The configuration has not changed.',
  );
  return OK;
}
