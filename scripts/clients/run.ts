/** Runs the clients named on the command line behind the type of the engine, which may be empty; they are installed. Started by main.ts, in a network that ends at this machine. */
import { Deployment } from './deployment.ts';
import { CLIENTS } from './list/clients.ts';
import { tryClient, type Row } from './try-client.ts';

const [engineType = '', ...names] = process.argv.slice(2);
const rows: Row[] = [];
const refusals: string[] = [];
{
  await using deployment = await Deployment.start(engineType === '' ? undefined : engineType);
  for (const client of CLIENTS)
    if (names.includes(client.name)) rows.push(...(await tryClient(client, deployment)));
  refusals.push(...new Set(deployment.refusals));
}
const count = (result: Row['result']): number => rows.filter((row) => row.result === result).length;
console.log(`${count('pass')} passed, ${count('fail')} failed, ${count('not supported')} not supported`);
for (const refusal of refusals) console.log(`the vendor would refuse: ${refusal}`);
// The embedded databases keep the process.
process.exit(count('fail') + refusals.length > 0 ? 1 : 0);
