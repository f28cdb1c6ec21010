import { cpSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { openStore, prepareSchema } from '../../src/store/index.ts';
import { preparedSchemaDigest } from '../databases/prepared-schema.ts';

/** Receives everything and shows nothing. */
const log = pino({ level: 'silent' });

/** Puts an empty embedded database into a data directory. One is made per machine: that takes seconds, a copy a moment. */
export async function copyEmbeddedDatabase(
  dataDir: string,
  { migrated }: { readonly migrated: boolean },
): Promise<void> {
  // A thousand small files: one by one, each awaited, they take fifteen times as long.
  cpSync(await embeddedTemplate(migrated), join(dataDir, 'database'), { recursive: true });
}

/** Where it is, once it is made. */
export async function embeddedTemplate(migrated: boolean): Promise<string> {
  const template = join(tmpdir(), await templateName(migrated));
  if (await exists(template)) return template;
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-making-'));
  const store = await openStore({ dataDir, log });
  if (migrated) await prepareSchema(store);
  await store.close();
  // Another test file may have been quicker: then its copy is the one.
  await rename(join(dataDir, 'database'), template).catch(() => undefined);
  await rm(dataDir, { recursive: true, force: true });
  return template;
}

/** Another one for another version of the database, or of what is in it. */
async function templateName(migrated: boolean): Promise<string> {
  const packageFile = join(
    dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')),
    '../package.json',
  );
  const digest = await preparedSchemaDigest(await readFile(packageFile));
  return `svc-test-template-${digest}${migrated ? '' : '-empty'}-${process.getuid?.() ?? 0}`;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
