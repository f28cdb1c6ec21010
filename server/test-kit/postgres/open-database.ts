import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openStore, prepareSchema } from '../../src/store/index.ts';
import type { OpenTestDatabase } from '../databases/databases.ts';
import { preparedSchemaDigest } from '../databases/prepared-schema.ts';
import { borrowDatabase, returnDatabase } from './reuse-databases.ts';
import { postgresTemplate, withAdministrator } from './template.ts';

/** Receives everything and shows nothing. */
const log = pino({ level: 'silent' });
const templates = new Map<string, Promise<string>>();

export interface BorrowedDatabase {
  readonly databaseUrl: string;
  /** Every connection to it must be closed. */
  release(): Promise<void>;
}

/** A database of its own on the server. Applying the migrations to each took four times as long as the copy of one that has them. */
export async function borrowPostgresDatabase(
  adminUrl: string,
  { migrated = true }: { readonly migrated?: boolean } = {},
): Promise<BorrowedDatabase> {
  const create = async (prefix: string): Promise<string> => {
    const name = `${prefix}${randomBytes(6).toString('hex')}`;
    const template = migrated ? await migratedTemplate(adminUrl) : 'template1';
    await withAdministrator(adminUrl, (client) =>
      client.query(`create database ${name} template ${template}`),
    );
    return name;
  };
  const ofServer = (name: string) => urlOf(adminUrl, name);
  const name = migrated ? await borrowDatabase(adminUrl, ofServer, create) : await create('svc_test_');
  let isBack = false;
  return {
    databaseUrl: urlOf(adminUrl, name),
    async release() {
      // Twice, and two tests would have it at once.
      if (isBack) return;
      isBack = true;
      await returnDatabase(adminUrl, name);
    },
  };
}

/** The same, opened. */
export async function openPostgresDatabase(
  adminUrl: string,
  options: { readonly migrated?: boolean } = {},
): Promise<OpenTestDatabase> {
  const { databaseUrl, release } = await borrowPostgresDatabase(adminUrl, options);
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-'));
  const store = await openStore({ dataDir, databaseUrl, log });
  return {
    store,
    dataDir,
    databaseUrl,
    async close() {
      await store.close();
      await release();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Asked for once in a process. A failure is not kept: the next test file may find the server well again. */
function migratedTemplate(adminUrl: string): Promise<string> {
  const known = templates.get(adminUrl);
  if (known) return known;
  const making = preparedSchemaDigest().then((digest) =>
    postgresTemplate(adminUrl, `svc_test_template_${digest}`, (name) =>
      migrateDatabase(urlOf(adminUrl, name)),
    ),
  );
  templates.set(adminUrl, making);
  making.catch(() => templates.delete(adminUrl));
  return making;
}

async function migrateDatabase(databaseUrl: string): Promise<void> {
  const store = await openStore({ dataDir: tmpdir(), databaseUrl, log });
  try {
    await prepareSchema(store);
  } finally {
    await store.close();
  }
}

function urlOf(adminUrl: string, name: string): string {
  return Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
}
