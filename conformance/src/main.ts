import { parseArgs } from 'node:util';
import { readCredentials } from './credentials.ts';
import { Deployment } from './deployment.ts';
import { foreignFleet, ownFleet, type Fleet } from './fleet.ts';
import { loadChecks, selectChecks } from './load-checks.ts';
import { resultLine, summary } from './report.ts';
import { runChecks } from './run-checks.ts';

const USAGE = `Usage: npm run conformance -- [--base-url URL --credentials FILE] [--only CHAT | CHAT-07] [--json]

Runs the black-box contract suite. Without --base-url it starts a deployment of its own.
The credentials file names which credential plays which part, as conformance/world/credentials.yaml does.`;

interface Options {
  readonly baseUrl: string | undefined;
  readonly credentials: string | undefined;
  readonly only: string | undefined;
  readonly json: boolean;
}

/** Exit codes: 0 all that was run passed, 1 something failed or nothing was run, 2 wrong command line. */
async function main(): Promise<number> {
  const options = readOptions();
  if (!options) {
    console.error(USAGE);
    return 2;
  }
  const all = await loadChecks();
  const checks = options.only === undefined ? all : selectChecks(all, options.only);
  const fleet = await chooseFleet(options);
  const stop = (): void => void fleet.close().finally(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const results = await runChecks(checks, fleet, (result) => options.json || console.log(resultLine(result)));
    console.log(options.json ? JSON.stringify(results, null, 2) : summary(results));
    const passed = results.some(({ outcome }) => outcome === 'passed') && results.every(({ outcome }) => outcome !== 'failed');
    return passed ? 0 : 1;
  } finally {
    await fleet.close();
  }
}

function readOptions(): Options | undefined {
  try {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({
      options: { 'base-url': text, credentials: text, only: text, json: { type: 'boolean', default: false } },
    });
    const { 'base-url': baseUrl, credentials, only, json } = values;
    if ((baseUrl === undefined) !== (credentials === undefined) || (baseUrl !== undefined && !URL.canParse(baseUrl))) return undefined;
    return { baseUrl, credentials, only, json };
  } catch {
    return undefined;
  }
}

async function chooseFleet({ baseUrl, credentials }: Options): Promise<Fleet> {
  if (baseUrl === undefined || credentials === undefined) return ownFleet();
  return foreignFleet(new Deployment({ baseUrl, credentials: await readCredentials(credentials) }));
}

process.exitCode = await main();
