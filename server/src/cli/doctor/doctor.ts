import { ConfigError, type Environment, loadDeployment, loadEnvironment, loadProvisioning } from '#config';
import { controlClient } from '../../control/index.ts';
import type { Invocation } from '../command.ts';
import { type ExitCode, FAILED, OK } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { checkDataDirectory } from './check-data-directory.ts';
import { checkDatabase } from './check-database.ts';
import { checkDocumentReader } from './check-document-reader.ts';
import { checkEngines } from './check-engines.ts';
import { checkDownRoutes } from './check-down-routes.ts';
import { checkFileStorage } from './check-file-storage.ts';
import { checkPrivateFiles, type ConfigurationFiles } from './check-private-files.ts';
import { type Finding, findingLine } from './finding.ts';
import { checkServers } from './check-servers.ts';
import { checkVirusScanner } from './check-virus-scanner.ts';

export function doctor({ terminal }: Invocation): Promise<ExitCode> {
  return examine(loadEnvironment(), terminal);
}

async function examine(environment: Environment, terminal: Terminal): Promise<ExitCode> {
  const client = await controlClient(environment.dataDir);
  const running = client !== undefined;
  const [files, configuration] = readConfiguration(environment);
  const { deployment } = files;
  const findings: Finding[] = [
    ...configuration,
    ...checkDataDirectory(environment),
    ...checkPrivateFiles(environment, files),
    await checkDocumentReader(),
    running
      ? { state: 'ok', what: 'service', detail: `running on ${environment.dataDir}` }
      : {
          state: 'off',
          what: 'service',
          detail: `none is running on ${environment.dataDir}; if yours has another folder, set SVC_DATA_DIR to that`,
        },
    ...(await checkDatabase(environment, running, deployment?.config)),
    ...(deployment ? await checkEngines(deployment.config.engines) : []),
    ...(client ? await checkDownRoutes(client) : []),
    ...(deployment ? [await checkFileStorage(environment, deployment.config.storage)] : []),
    ...(deployment ? [await checkVirusScanner(deployment.config.files.clamd_url)] : []),
    ...(await checkServers(environment)),
  ];
  for (const finding of findings) terminal.out(findingLine(finding));
  return findings.some(({ state }) => state === 'failed') ? FAILED : OK;
}

function readConfiguration(environment: Environment): [ConfigurationFiles, Finding[]] {
  const findings: Finding[] = [{ state: 'ok', what: 'environment', detail: 'checked' }];
  let files: ConfigurationFiles = {};
  const attempt = (what: string, load: () => string) => {
    try {
      findings.push({ state: 'ok', what, detail: load() });
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      findings.push({ state: 'failed', what, detail: error.message });
    }
  };
  attempt('configuration', () => {
    const deployment = loadDeployment(environment);
    files = { deployment };
    const { source, withoutEffect } = deployment;
    return withoutEffect.length > 0 ? `${source}; without effect yet: ${withoutEffect.join(', ')}` : source;
  });
  const { provisionPath, variable } = environment;
  if (provisionPath === undefined)
    findings.push({ state: 'off', what: 'provisioning', detail: 'SVC_PROVISION is not set' });
  else {
    attempt('provisioning', () => {
      const known = files.deployment ? { deployment: files.deployment.config } : {};
      files = {
        ...files,
        provisioning: { path: provisionPath, file: loadProvisioning(provisionPath, { variable, ...known }) },
      };
      return provisionPath;
    });
  }
  return [files, findings];
}
