/** Runs the clients named on the command line, which are installed. Started by main.ts, in a network that ends at this machine. */
import { Deployment } from './deployment.ts';
import { CLIENTS } from './list/clients.ts';
import { tryClient, type Row } from './try-client.ts';

const rows: Row[] = [];
{
  await using deployment = await Deployment.start();
  for (const client of CLIENTS)
    if (process.argv.includes(client.name)) rows.push(...(await tryClient(client, deployment)));
}
const count = (result: Row['result']): number => rows.filter((row) => row.result === result).length;
console.log(`${count('pass')} passed, ${count('fail')} failed, ${count('not supported')} not supported`);
// The embedded databases keep the process.
process.exit(count('fail') > 0 ? 1 : 0);
