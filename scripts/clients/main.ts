import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installClient } from './install-client.ts';
import { CLIENTS } from './list/clients.ts';

/** A network of its own, in which only this machine can be reached: no client talks to its maker. */
const ALONE = ['--net', '--map-root-user', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const chosen = CLIENTS.filter(({ name }) => values.only === undefined || name === values.only);
if (chosen.length === 0) {
  console.error(`Usage: npm run clients -- [--only ${CLIENTS.map(({ name }) => name).join('|')}]`);
  process.exit(2);
}

let missing = 0;
const installed: string[] = [];
for (const client of chosen) {
  try {
    await installClient(client);
    installed.push(client.name);
  } catch (error) {
    missing++;
    console.log(`${client.name} cannot be installed: ${String(error).slice(0, 500)}`);
  }
}
const program = join(import.meta.dirname, 'run.ts');
const child = spawn('unshare', [...ALONE, process.execPath, program, ...installed], { stdio: 'inherit' });
const [code] = (await once(child, 'exit')) as [number | null];
process.exitCode = missing > 0 ? 1 : (code ?? 1);
