import { setTimeout as delay } from 'node:timers/promises';
import type { Check } from './runner/check.ts';
import { CommandLineError, readOptions, USAGE, type Options } from './runner/command-line.ts';
import { externalFleet, ownFleet, type Fleet } from './deployments/fleet.ts';
import { externalDeployment } from './deployments/external-deployment.ts';
import { loadChecks, selectChecks } from './runner/load-checks.ts';
import { resultLine, summary, waitLine } from './runner/report.ts';
import { runChecks } from './runner/run-checks.ts';

/** Exit codes: 0 all that was run passed, 1 something failed or nothing was run, 2 wrong command line. */
async function main(): Promise<number> {
  try {
    const options = readOptions(process.argv.slice(2));
    if (options) return await run(options);
    console.log(USAGE);
    return 0;
  } catch (error) {
    if (!(error instanceof CommandLineError)) throw error;
    console.error(error.message);
    return 2;
  }
}

async function run({ external, only, json }: Options): Promise<number> {
  const all = await loadChecks();
  const checks = only === undefined ? all : selectChecks(all, only);
  const fleet = external
    ? externalFleet(await externalDeployment(external.baseUrl, external.credentials))
    : ownFleet();
  stopWithSignals(fleet);
  let done = 0;
  try {
    const results = await runChecks(
      checks,
      fleet,
      async (seconds: number, check: Check) => {
        // Beside the results: those may be piped on as JSON.
        console.error(waitLine(seconds, check, done, checks.length));
        await delay(seconds * 1000);
      },
      (result) => {
        done++;
        if (!json) console.log(resultLine(result));
      },
    );
    console.log(json ? JSON.stringify(results, null, 2) : summary(results));
    const passed =
      results.some(({ outcome }) => outcome === 'passed') &&
      results.every(({ outcome }) => outcome !== 'failed');
    return passed ? 0 : 1;
  } finally {
    await fleet.close();
  }
}

function stopWithSignals(fleet: Fleet): void {
  const stop = (): void => void fleet.close().finally(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
}

process.exitCode = await main();
