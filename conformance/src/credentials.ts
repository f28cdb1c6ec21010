import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { CommandLineError, SMALLEST_CREDENTIALS } from './command-line.ts';

type Credentials = Readonly<Record<string, string>>;

/**
 * A credentials file: a YAML map from the part a credential plays (as in `world/credentials.yaml`) to its secret.
 * Throws CommandLineError, which says what is wrong with it.
 */
export async function readCredentials(file: string | URL): Promise<Credentials> {
  const name = file instanceof URL ? file.pathname : resolve(file);
  const value = parseMap(await readText(file, name), name);
  if (!isCredentials(value)) {
    throw new CommandLineError(`The credentials file ${name} must be a map from parts to secrets. ${SMALLEST_CREDENTIALS}`);
  }
  return value;
}

async function readText(file: string | URL, name: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CommandLineError(`There is no credentials file ${name}. ${SMALLEST_CREDENTIALS}`);
    throw new CommandLineError(`The credentials file ${name} cannot be read: ${message}.`);
  }
}

function parseMap(text: string, name: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new CommandLineError(`The credentials file ${name} is no YAML: ${(error as Error).message}`);
  }
}

function isCredentials(value: unknown): value is Credentials {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every((v) => typeof v === 'string');
}
