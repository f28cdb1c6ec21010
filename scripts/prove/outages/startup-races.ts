import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { oneModel, oneOrganization, testDatabases } from '../../../server/test-kit/index.ts';
import { send } from '../measure/load.ts';
import { percentile, report, require, type Proof, type ProofOptions } from '../proof.ts';
import {
  prepareFolder,
  ServiceProcess,
  startServiceProcess,
  type ServiceFolder,
} from '../deployment/service-process.ts';
import { DATA_KEY } from '../deployment/store-access.ts';

const STARTERS = 10;

export const proveStartupRaces: Proof = {
  name: 'startup-races',
  summary:
    'a data directory has one owner whatever races for it, and a database is migrated by several at once',
  async run(options) {
    const directory = await mkdtemp(join(tmpdir(), 'svc-prove-start-'));
    try {
      const folder = prepareFolder(directory, oneModel({ type: 'sandbox' }), oneOrganization());
      await oneOwner(folder, options);
      await startAfterKill(folder, options);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
    await migrateTogether();
  },
};

/** The first race is for an empty directory, the others for one whose owner was killed. */
async function oneOwner(folder: ServiceFolder, { rounds }: ProofOptions): Promise<void> {
  const races = Math.ceil(rounds / 5);
  for (let race = 0; race < races; race++) {
    const services = Array.from({ length: STARTERS }, () => new ServiceProcess(folder));
    try {
      const outcomes = await Promise.allSettled(services.map((service) => service.ready));
      const owners = services.filter((_, i) => outcomes[i]?.status === 'fulfilled');
      require(owners.length === 1, `${owners.length} of ${STARTERS} own the directory`);
      const [owner] = owners;
      const refusals = services.filter((service) => service !== owner);
      const seen = new RegExp(
        `^The data directory .* is in use by (process ${owner!.child.pid}|a running process)\\.`,
        'm',
      );
      for (const service of refusals)
        require(service.child.exitCode === 1 &&
          seen.test(service.output), `an unclear refusal: ${service.output}`);
      require((await send({ url: owner!.url, stream: true })).complete, 'the owner does not answer');
    } finally {
      await Promise.all(services.map((service) => service.end('SIGKILL')));
    }
  }
  report('races', { 'for one directory': races, 'starters each': STARTERS, 'owners each': 1 });
}

async function startAfterKill(folder: ServiceFolder, { rounds }: ProofOptions): Promise<void> {
  const startsMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const service = new ServiceProcess(folder);
    // Every other one is killed while it is still starting.
    if (round % 2 === 0) {
      startsMs.push(await service.ready);
      require((await send({ url: service.url, stream: false }))
        .complete, 'the service does not answer after a kill');
    } else {
      await new Promise((resolve) => setTimeout(resolve, (round * 137) % 1500));
    }
    await service.end('SIGKILL');
  }
  const last = await startServiceProcess(folder);
  require((await last.end('SIGTERM')) === 0, `no clean stop after the kills: ${last.output}`);
  report('kills', {
    'and starts at once': rounds,
    'ms to start in the middle': percentile(startsMs, 0.5),
    'ms at the most': percentile(startsMs, 1),
  });
}

async function migrateTogether(): Promise<void> {
  const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
  if (!postgres) return;
  const opened = await postgres.open({ migrated: false });
  const directories = await Promise.all([1, 2, 3].map(() => mkdtemp(join(tmpdir(), 'svc-prove-migrate-'))));
  const environment = { DATABASE_URL: opened.databaseUrl ?? '', SVC_DATA_KEY: DATA_KEY };
  const services = directories.map(
    (directory) =>
      new ServiceProcess(
        prepareFolder(directory, oneModel({ type: 'sandbox' }), oneOrganization(), environment),
      ),
  );
  try {
    const startsMs = await Promise.all(services.map((service) => service.ready));
    for (const service of services)
      require((await send({ url: service.url, stream: true })).complete, 'a service does not answer');
    for (const service of services)
      require((await service.end('SIGTERM')) === 0, `no clean stop: ${service.output}`);
    const organizations = await opened.store.db.selectFrom('organizations').select('id').execute();
    require(organizations.length ===
      1, `${organizations.length} organizations were provisioned instead of 1`);
    report('migration', {
      'services at once on one PostgreSQL': services.length,
      'ms to start at the most': percentile(startsMs, 1),
    });
  } finally {
    await Promise.all(services.map((service) => service.end('SIGKILL')));
    await opened.close();
    await Promise.all(directories.map((directory) => rm(directory, { recursive: true, force: true })));
  }
}
