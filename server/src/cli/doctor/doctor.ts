import { type DeploymentConfig, type Environment, loadEnvironment } from '#config';
import type { EngineProbe, ProbeNeeds } from '#engine';
import { engineProbeToJson } from '#features/engine-inspection';
import { createClock, createLog } from '#kit';
import { type ControlClient, controlClient } from '../../control/index.ts';
import { type Invocation, UsageError } from '../command.ts';
import { type ExitCode, FAILED, OK } from '../exit-codes.ts';
import { checkBaseUrl } from './check-base-url.ts';
import { checkClock } from './check-clock.ts';
import { checkDataDirectory } from './check-data-directory.ts';
import { checkDatabase, type CheckedDatabase } from './check-database.ts';
import { checkDocumentReader } from './check-document-reader.ts';
import { checkEngines } from './check-engines.ts';
import { checkDownRoutes } from './check-down-routes.ts';
import { checkFileStorage } from './check-file-storage.ts';
import { checkPrivateFiles, type ConfigurationFiles } from './check-private-files.ts';
import { type Finding, findingLine } from './finding.ts';
import { checkProviders } from './check-providers.ts';
import { checkServers } from './check-servers.ts';
import { checkVirusScanner } from './check-virus-scanner.ts';
import { describeProbe } from './probe/describe-probe.ts';
import { probeEngines } from './probe/probe-engines.ts';
import { restoreKeys } from './probe/restore-keys.ts';
import { readConfiguration } from './read-configuration.ts';

interface Report {
  readonly findings: readonly Finding[];
  /** Empty: nothing was asked of them. */
  readonly engines: readonly EngineProbe[];
}

export async function doctor({ flags, terminal }: Invocation): Promise<ExitCode> {
  const engine = flags['engine'] as string | undefined;
  const probes = flags['probe'] === true;
  if (engine !== undefined && !probes) throw new UsageError('--engine needs --probe.');
  const environment = loadEnvironment();
  const client = await controlClient(environment.dataDir);
  const [files, configuration] = readConfiguration(environment);
  const { deployment } = files;
  const engines = probes && deployment ? await probeEngines(deployment, engine, probeNeeds()) : [];
  // First, so that what the service says of its engines is what holds from here on.
  const restored = client ? await restoreKeys(client, engines) : [];
  const findings = [...configuration, ...(await examine(environment, files, client)), ...restored];
  const report = { findings, engines };
  if (flags['json'] === true) terminal.out(JSON.stringify(toJson(report)));
  else for (const finding of [...findings, ...engines.map(describeProbe)]) terminal.out(findingLine(finding));
  return statusOf(report) === 'failed' ? FAILED : OK;
}

/** What engines log would stand between the lines of the report. */
function probeNeeds(): ProbeNeeds {
  return { clock: createClock(), log: createLog('silent'), signal: new AbortController().signal };
}

function statusOf({ findings, engines }: Report): EngineProbe['status'] {
  const has = (state: Finding['state'], status: EngineProbe['status']): boolean =>
    findings.some((finding) => finding.state === state) || engines.some((each) => each.status === status);
  if (has('failed', 'failed')) return 'failed';
  return has('warn', 'degraded') ? 'degraded' : 'ok';
}

function toJson(report: Report): object {
  const { findings, engines } = report;
  return { type: 'doctor', status: statusOf(report), findings, engines: engines.map(engineProbeToJson) };
}

async function examine(
  environment: Environment,
  files: ConfigurationFiles,
  client: ControlClient | undefined,
): Promise<Finding[]> {
  const { dataDir, baseUrl } = environment;
  const { deployment } = files;
  const database = await checkDatabase(environment, client !== undefined, deployment?.config);
  return [
    ...checkDataDirectory(environment),
    ...checkPrivateFiles(environment, files),
    await checkDocumentReader(),
    client
      ? { state: 'ok', what: 'service', detail: `running on ${dataDir}` }
      : {
          state: 'off',
          what: 'service',
          detail: `none is running on ${dataDir}; if yours has another folder, set SVC_DATA_DIR to that`,
        },
    ...database.findings,
    await checkBaseUrl({ baseUrl, isRunning: client !== undefined, digest: deployment?.digest }),
    ...(deployment ? await checkSignOn(deployment.config, baseUrl, database) : []),
    ...(deployment ? await checkEngines(deployment.config.engines) : []),
    ...(client ? await checkDownRoutes(client) : []),
    ...(deployment ? [await checkFileStorage(environment, deployment.config.storage)] : []),
    ...(deployment ? [await checkVirusScanner(deployment.config.files.clamd_url)] : []),
    ...(await checkServers(environment)),
  ];
}

/** What sign-ins through a provider need: its addresses, and a clock that fits. */
async function checkSignOn(
  config: DeploymentConfig,
  baseUrl: string,
  { aheadMs, issuers }: CheckedDatabase,
): Promise<Finding[]> {
  const { findings, clocks } = await checkProviders(config, { baseUrl, issuers });
  const database = aheadMs === undefined ? [] : [{ source: 'PostgreSQL', aheadMs }];
  return [...findings, checkClock([...database, ...clocks], config.limits.sso_clock_leeway_s)];
}
