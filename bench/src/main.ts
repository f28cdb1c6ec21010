// `npm run bench`: measures the service beside references that do less, in one interleaved run, and prints ratios.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  allContenders,
  dropDatabases,
  findDatabaseServer,
  findRedis,
  installPortkey,
  OPTIONAL_CONTENDERS,
  type Contender,
} from './contenders/index.ts';
import { choose, parseOptions, USAGE, type Options } from './options.ts';
import { killAll } from './processes/children.ts';
import { printProfiles } from './profile/print-profiles.ts';
import { describeMeasurement } from './report/progress.ts';
import { makeReport, writeReport, type ReportParts } from './report/report.ts';
import { runInterleaved } from './run/interleave.ts';
import { LOAD_CPU, type Measurement } from './run/measure.ts';
import { startMock } from './run/start-mock.ts';
import { runColdStarts } from './turns/cold-starts.ts';
import { runTurns } from './turns/turns.ts';
import { allScenarios, OPTIONAL_SCENARIOS, WARM_UPS, type Scenario } from './scenarios.ts';

const OWN_FOLDER = fileURLToPath(new URL('../../.bench/', import.meta.url));
/** A whole run warms every process up until its cost is flat. */
const WARM_UP_ROUNDS = 12;
const PORTKEY_FOLDER = process.env['BENCH_PORTKEY_DIR'] ?? join(OWN_FOLDER, 'portkey');

async function bench(options: Options, folder: string): Promise<void> {
  const startedAt = `${new Date().toISOString().slice(0, 19)}Z`;
  const scenarios = choose(
    allScenarios(options.quick),
    options.scenarios,
    ({ name }) => !OPTIONAL_SCENARIOS.has(name),
  );
  const { present, missing } = sortContenders(options, scenarios);
  const profileFolder = options.profile
    ? join(OWN_FOLDER, 'profiles', startedAt.replaceAll(':', '-'))
    : undefined;
  const measurements: Measurement[] = [];
  const failed: string[] = [];
  const upstream = await startMock(folder, LOAD_CPU);
  await runInterleaved(
    {
      ...upstream,
      folder,
      warmUpRounds: options.quick ? 1 : WARM_UP_ROUNDS,
      ...(profileFolder ? { profileFolder } : {}),
    },
    { contenders: present.map(({ contender }) => contender), scenarios, repeats: options.repeats },
    (measurement) => {
      measurements.push(measurement);
      console.log(describeMeasurement(measurement));
    },
    (failure) => {
      failed.push(failure);
      console.log(`FAILED ${failure}`);
    },
  );
  if (profileFolder) return printProfiles(profileFolder);
  const contenders = present.map(({ contender, version }) => ({ name: contender.name, version }));
  finish({ startedAt, contenders, missing, failed, measurements }, scenarios);
}

function finish(parts: ReportParts, scenarios: readonly Scenario[]): void {
  const { page, paths } = writeReport(makeReport(parts, scenarios, process.argv.slice(2)));
  console.log(`\n${page}\nwritten: ${paths.join(', ')}`);
  if (parts.failed.length > 0) process.exitCode = 1;
}

function sortContenders(options: Options, scenarios: readonly Scenario[]) {
  if (options.installPortkey) installPortkey(PORTKEY_FOLDER);
  const models = [...new Set(['mock-1', ...[...WARM_UPS, ...scenarios].map(({ model }) => model)])];
  const all = allContenders(PORTKEY_FOLDER, {
    models,
    databaseServer: findDatabaseServer(),
    redisUrl: findRedis(),
  });
  const present: { contender: Contender; version: string }[] = [];
  const missing: { name: string; reason: string }[] = [];
  for (const contender of choose(all, options.only, ({ name }) => !OPTIONAL_CONTENDERS.has(name))) {
    const described = contender.describe();
    if ('version' in described) present.push({ contender, version: described.version });
    else missing.push({ name: contender.name, reason: described.missing });
  }
  for (const { name, reason } of missing) console.log(`${name} is left out: ${reason}`);
  return { present, missing };
}

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  mkdirSync(OWN_FOLDER, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  process.on('exit', () => {
    killAll();
    rmSync(folder, { recursive: true, force: true });
    dropDatabases();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
  const { turns, cold, only, against } = options;
  const choice = { only, against, portkeyFolder: PORTKEY_FOLDER, folder };
  if (turns !== undefined) await runTurns({ ...choice, turns });
  else if (cold !== undefined) await runColdStarts({ ...choice, starts: cold });
  else await bench(options, folder);
}

try {
  await main();
} catch (error) {
  console.error(`${(error as Error).message}\n\n${USAGE}`);
  process.exitCode = 1;
}
process.exit();
