import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { UploadTarget } from '../load/job.ts';
import { start } from '../processes/children.ts';
import { freePort } from '../processes/free-port.ts';
import { firstLineOf } from '../processes/versions.ts';
import { startCollector } from './collector.ts';
import type { Contender } from './contender.ts';
import { createDatabase, dropDatabases } from './database.ts';
import { writeSvcDeployment, type Payer } from './svc-deployment.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Time to end streams, flush usage and write a profile. */
const STOP_GRACE_MS = 20_000;

export interface SvcOptions {
  readonly models: readonly string[];
  /** PostgreSQL server to make databases on; absent: the embedded database. */
  readonly databaseServer: string | undefined;
  /** Where limits are counted for all processes together; absent: there is none, and what needs it is left out. */
  readonly redisUrl: string | undefined;
}

/** How the service is started. */
export interface SvcSetup {
  readonly name: string;
  /** Processes that serve the port and count together over Redis; absent: one that counts alone. */
  readonly workers?: number;
  readonly payer: Payer;
  /** Of all calls, traced to a collector; absent: tracing is off. */
  readonly sampleRatio?: number;
  /** The checkout that is started; absent: this one. */
  readonly root?: string;
}

/** Of all contenders of this kind: each start has a database of its own. */
let starts = 0;

function entryOf({ root = ROOT }: SvcSetup): string {
  return join(root, 'server/src/main.ts');
}

function describeSvc(options: SvcOptions, form: SvcSetup): ReturnType<Contender['describe']> {
  const { workers, payer } = form;
  if (!existsSync(entryOf(form))) return { missing: `${entryOf(form)} does not exist` };
  if (workers && !(options.databaseServer && options.redisUrl))
    return { missing: 'it needs PostgreSQL and Redis' };
  const commit =
    firstLineOf('git', ['-C', form.root ?? ROOT, 'describe', '--always', '--dirty']) ?? 'unknown';
  const parts = [`commit ${commit}`, options.databaseServer ? 'PostgreSQL' : 'embedded database'];
  if (workers) parts.push('Redis', `${workers} ${workers === 1 ? 'process' : 'processes'}`);
  if (payer === 'wallet') parts.push('one wallet pays for everything');
  return { version: parts.join(', ') };
}

/** A form with a file of any type, of one workspace after the other. */
function uploadOf(secrets: readonly string[]): UploadTarget {
  const part = (head: string): string => `--bench\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  return {
    method: 'POST',
    path: '/v1/files?upload=',
    headerSets: secrets.map((secret) => [
      `authorization: Bearer ${secret}`,
      'content-type: multipart/form-data; boundary=bench',
    ]),
    before: `${part('name="purpose"')}code_input\r\n${part('name="file"; filename="noise.bin"')}`,
    after: '\r\n--bench--\r\n',
  };
}

interface Place {
  readonly port: number;
  readonly configPath: string;
  readonly provisionPath: string;
  readonly folder: string;
  /** Name of a database to make. */
  readonly database: string;
}

function environmentOf(
  { databaseServer, redisUrl }: SvcOptions,
  { workers }: SvcSetup,
  { port, configPath, provisionPath, folder, database }: Place,
): Readonly<Record<string, string>> {
  return {
    HOST: '127.0.0.1',
    PORT: String(port),
    SVC_CONFIG: configPath,
    SVC_PROVISION: provisionPath,
    SVC_DATA_DIR: join(folder, 'data'),
    SVC_DATA_KEY: randomBytes(32).toString('base64'),
    DATABASE_URL: databaseServer ? createDatabase(databaseServer, database) : '',
    REDIS_URL: (workers && redisUrl) || '',
    SVC_WORKERS: String(workers ?? 1),
    LOG_LEVEL: 'info',
  };
}

/** The service itself, with keys, limits, metering, its database and its log, as an operator would start it. */
export function svc(options: SvcOptions, form: SvcSetup): Contender {
  const { name, payer, sampleRatio } = form;
  return {
    name,
    describe: () => describeSvc(options, form),
    async start({ upstreamPort, folder, cpu, profileFolder }) {
      const port = await freePort();
      const collector = sampleRatio === undefined ? undefined : await startCollector();
      const { configPath, provisionPath, secrets } = writeSvcDeployment(folder, upstreamPort, {
        models: options.models,
        payer,
        tracing: collector && { endpoint: collector.endpoint, sampleRatio: sampleRatio! },
      });
      const profiling = profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : [];
      const service = start({
        command: process.execPath,
        args: ['--min-semi-space-size=16', '--max-semi-space-size=16', ...profiling, entryOf(form), 'start'],
        cpu,
        cwd: folder,
        logFile: join(folder, 'svc.log'),
        env: environmentOf(options, form, {
          port,
          configPath,
          provisionPath,
          folder,
          database: `svc_bench_${process.pid}_${++starts}`,
        }),
      });
      const stop = async (): Promise<void> => {
        await service.stop(STOP_GRACE_MS);
        collector?.close();
        dropDatabases();
      };
      return {
        port,
        headerSets: secrets.map((secret) => [`authorization: Bearer ${secret}`]),
        upload: uploadOf(secrets),
        process: service,
        stop,
      };
    },
  };
}
