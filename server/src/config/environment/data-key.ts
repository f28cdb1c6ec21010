import { randomBytes } from 'node:crypto';
import { chmod, link, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory, Secret } from '#kit';
import { ConfigError } from '../config-error.ts';
import { isDataKey } from './environment.ts';
import type { Environment } from './environment-types.ts';

/** In the data directory. */
export const DATA_KEY_FILE = 'data.key';

/**
 * The key that encrypts what must be replayable: 32 bytes in base64. SVC_DATA_KEY when given; else the file `data.key`
 * (mode 0600) of the data directory, made on the first start. ConfigError when the file holds something else: making
 * a new key would leave everything encrypted so far unreadable.
 */
export async function loadDataKey(environment: Environment): Promise<Secret> {
  const { dataDir } = environment;
  return (
    (await findDataKey(environment)) ?? toKey(await makeKey(dataDir, keyPath(dataDir)), keyPath(dataDir))
  );
}

/** The same, but undefined where one would be made. */
export async function findDataKey({ dataKey, dataDir }: Environment): Promise<Secret | undefined> {
  if (dataKey) return dataKey;
  const text = await readKey(keyPath(dataDir));
  return text === undefined ? undefined : toKey(text, keyPath(dataDir));
}

function keyPath(dataDir: string): string {
  return join(dataDir, DATA_KEY_FILE);
}

function toKey(text: string, path: string): Secret {
  if (isDataKey(text)) return new Secret(text);
  throw new ConfigError(path, [
    {
      path: '',
      message:
        'must hold 32 bytes in base64; restore it from a backup: what it encrypted is unreadable without it',
    },
  ]);
}

async function readKey(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Written under another name, synced and linked into place: a crash leaves a whole key or none. */
async function makeKey(dataDir: string, path: string): Promise<string> {
  await makeDirectory(dataDir);
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const text = randomBytes(32).toString('base64');
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${text}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await chmod(draft, 0o600);
    await link(draft, path);
    return text;
  } catch (error) {
    const other = (error as NodeJS.ErrnoException).code === 'EEXIST' ? await readKey(path) : undefined;
    if (other === undefined) throw error;
    return other;
  } finally {
    await unlink(draft);
  }
}
