import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Deployment } from './deployment.ts';
import { readCredentials } from './credentials.ts';
import { copyEmptyDatabase } from './empty-database.ts';
import { send } from '../http/http-exchange.ts';
import { runServiceCommand, spawnService, type ServiceProcess } from './spawn-service.ts';
import { UpstreamProbe } from './upstream-probe.ts';
import { startScriptedUpstream } from './upstream.ts';
import { CREDENTIALS_FILE, deploymentFile, PROVISIONING_FILE, type Variant } from './variants.ts';

/** A start takes seconds, and many of them on a busy machine. */
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;

/** A database server's empty database for one deployment. */
export interface DeploymentDatabase {
  /** Names it as the service expects it. */
  readonly environment: Readonly<Record<string, string>>;
  /** The service must have ended. */
  release(): Promise<void>;
}

/**
 * Starts a scripted engine and the real service as a child process, in a directory of its own. `close` ends both and
 * removes the directory; a process that exits without it does the same, less gently. Without `openDatabase` the
 * service has the embedded database.
 */
export async function startOwnDeployment(
  variant: Variant,
  openDatabase?: () => Promise<DeploymentDatabase>,
): Promise<Deployment> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-conformance-'));
  const upstream = await startScriptedUpstream();
  let service: ServiceProcess | undefined;
  let database: DeploymentDatabase | undefined;
  const abandon = (): void => {
    service?.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  };
  process.once('exit', abandon);
  const close = async (): Promise<void> => {
    if (service) await stop(service);
    await database?.release();
    await upstream.close();
    await rm(directory, { recursive: true, force: true });
    process.off('exit', abandon);
  };
  try {
    const configuration = join(directory, 'svc.yaml');
    await writeFile(configuration, await deploymentFile(variant));
    const dataDirectory = join(directory, 'data');
    database = await openDatabase?.();
    if (!database) await copyEmptyDatabase(dataDirectory);
    const environment = {
      ...serviceEnvironment(dataDirectory, configuration, upstream.baseUrl),
      ...database?.environment,
    };
    service = spawnService(['start'], directory, environment);
    const baseUrl = await readyBaseUrl(service);
    return new Deployment({
      baseUrl,
      credentials: await readCredentials(CREDENTIALS_FILE),
      upstream: new UpstreamProbe(upstream),
      operate: (words) => runServiceCommand(words, directory, environment),
      close,
    });
  } catch (error) {
    await close();
    throw error;
  }
}

function serviceEnvironment(
  dataDirectory: string,
  configuration: string,
  upstreamUrl: string,
): Readonly<Record<string, string>> {
  return {
    PORT: '0',
    HOST: '127.0.0.1',
    SVC_DATA_DIR: dataDirectory,
    SVC_CONFIG: configuration,
    SVC_PROVISION: fileURLToPath(PROVISIONING_FILE),
    SVC_TEST_CLOCK: '1',
    LOG_LEVEL: 'error',
    UPSTREAM_URL: upstreamUrl,
    UPSTREAM_KEY: 'upstream-key-marker',
  };
}

/** Waits for the address in the output, then for /readyz. */
async function readyBaseUrl(service: ServiceProcess): Promise<string> {
  const output: string[] = [];
  const address = Promise.withResolvers<string>();
  for (const stream of [service.stdout, service.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      output.push(line);
      const port = /\bhttp:\/\/[^\s:]+:(\d+)/.exec(line)?.[1];
      if (port) address.resolve(`http://127.0.0.1:${port}`);
    });
  }
  service.once('exit', (code) =>
    address.reject(
      new Error(`the service ended with code ${code} while starting:\n${output.slice(-30).join('\n')}`),
    ),
  );
  const timer = setTimeout(
    () =>
      address.reject(
        new Error(`no address from the service within ${START_TIMEOUT_MS} ms:\n${output.join('\n')}`),
      ),
    START_TIMEOUT_MS,
  );
  try {
    const baseUrl = await address.promise;
    const { status, text } = await send(`${baseUrl}/readyz`);
    if (status !== 200) throw new Error(`/readyz answers ${status} ${text}`);
    return baseUrl;
  } finally {
    clearTimeout(timer);
  }
}

async function stop(service: ServiceProcess): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return;
  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  const timer = setTimeout(() => service.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}
