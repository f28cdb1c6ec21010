import { loadEnvironment } from '#config';
import { controlClient, ControlRefusal } from '../../control/index.ts';
import type { Command } from '../command.ts';
import { OK } from '../exit-codes.ts';

export const reload: Command = {
  name: 'reload',
  summary: 'Make the running service read svc.yaml again',
  async run({ terminal }) {
    const { dataDir } = loadEnvironment();
    const client = await controlClient(dataDir);
    if (!client) throw new ControlRefusal(`No service runs on the data directory ${dataDir}.`);
    const { changed } = await client.call('POST /reload');
    terminal.out(changed === true ? 'The changed configuration is in force.' : 'The configuration has not changed.');
    return OK;
  },
};
