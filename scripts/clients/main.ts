import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FACADE_NAMES } from '../../server/test-kit/index.ts';
import { installClient } from './install-client.ts';
import { CLIENTS } from './list/clients.ts';

/** A network of its own, in which only this machine can be reached: no client talks to its maker. */
const ALONE = ['--net', '--map-root-user', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];

const { values } = parseArgs({ options: { only: { type: 'string' }, engine: { type: 'string' } } });
const chosen = CLIENTS.filter(({ name }) => values.only === undefined || name === values.only);
const engineTypes = values.engine === 'all' ? FACADE_NAMES : [values.engine ?? ''];
if (chosen.length === 0 || engineTypes.some((type) => type !== '' && !FACADE_NAMES.includes(type))) {
  const [clients, types] = [CLIENTS.map(({ name }) => name), ['all', ...FACADE_NAMES]];
  console.error(`Usage: npm run clients -- [--only ${clients.join('|')}] [--engine ${types.join('|')}]`);
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
let failed = 0;
for (const type of engineTypes) {
  if (type !== '') console.log(`\nThe engine is of type ${type}:`);
  const args = [...ALONE, process.execPath, program, type, ...installed];
  const [code] = (await once(spawn('unshare', args, { stdio: 'inherit' }), 'exit')) as [number | null];
  if (code !== 0) failed++;
}
process.exitCode = missing + failed > 0 ? 1 : 0;
