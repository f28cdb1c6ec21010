import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCredentials, type Credentials } from '../../deployments/credentials.ts';
import { Deployment } from '../../deployments/deployment.ts';
import { copyEmptyDatabase } from '../../deployments/empty-database.ts';
import { spawnService, type ServiceProcess } from '../../deployments/spawn-service.ts';
import { UpstreamProbe } from '../../deployments/upstream-probe.ts';
import { startScriptedUpstream } from '../../deployments/upstream.ts';
import { CREDENTIALS_FILE, deploymentFile, PROVISIONING_FILE } from '../../deployments/variants.ts';

/** Less than a check has. A start takes seconds, and many of them on a busy machine. */
const START_TIMEOUT_MS = 50_000;

export interface TalkativeService {
  readonly deployment: Deployment;
  readonly credentials: Credentials;
  /** Ends the service and returns everything it wrote to standard output and standard error. */
  readonly log: () => Promise<string>;
  readonly close: () => Promise<void>;
}

/** A service like the suite's own that logs at every level, for what may never be in a log. */
export async function startTalkativeService(): Promise<TalkativeService> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-conformance-'));
  const upstream = await startScriptedUpstream();
  const configuration = join(directory, 'svc.yaml');
  await writeFile(configuration, await deploymentFile('standard'));
  const env = {
    PORT: '0',
    SVC_DATA_DIR: join(directory, 'data'),
    SVC_CONFIG: configuration,
    SVC_PROVISION: fileURLToPath(PROVISIONING_FILE),
    LOG_LEVEL: 'trace',
    UPSTREAM_URL: upstream.baseUrl,
    UPSTREAM_KEY: 'upstream-key-marker',
  };
  await copyEmptyDatabase(env.SVC_DATA_DIR);
  const service = spawnService(['start'], directory, env);
  const output: string[] = [];
  for (const stream of [service.stdout, service.stderr])
    stream.on('data', (part: Buffer) => output.push(part.toString()));
  const close = async (): Promise<void> => {
    await end(service);
    await upstream.close();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const baseUrl = await address(service, output);
    const credentials = await readCredentials(CREDENTIALS_FILE);
    const deployment = new Deployment({ baseUrl, credentials, upstream: new UpstreamProbe(upstream) });
    const log = async (): Promise<string> => {
      await end(service);
      return output.join('');
    };
    return { deployment, credentials, log, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function address(service: ServiceProcess, output: readonly string[]): Promise<string> {
  const signal = AbortSignal.timeout(START_TIMEOUT_MS);
  for (;;) {
    const port = /\bhttp:\/\/[^\s:]+:(\d+)/.exec(output.join(''))?.[1];
    if (port) return `http://127.0.0.1:${port}`;
    if (service.exitCode !== null) throw new Error(`the service did not start:\n${output.join('')}`);
    await Promise.race([once(service.stdout, 'data', { signal }), once(service, 'exit', { signal })]);
  }
}

async function end(service: ServiceProcess): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return;
  const ended = once(service, 'close');
  service.kill('SIGTERM');
  await ended;
}
