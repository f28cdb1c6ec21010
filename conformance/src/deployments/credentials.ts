import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { CommandLineError, SMALLEST_CREDENTIALS } from '../runner/command-line.ts';

/** Who signs in to the Console. */
export interface Account {
  readonly email: string;
  readonly password: string;
  /** Of their authenticator app, in base32, if they have one. */
  readonly totp_secret?: string;
}

/** From the name of a credential, such as `main`, to its secret or person. */
export type Credentials = Readonly<Record<string, string | Account>>;

const ACCOUNT_FIELDS = new Set(['email', 'password', 'totp_secret']);

/** A credentials file, as in `fixture/credentials.yaml`. Throws CommandLineError, which says what is wrong with it. */
export async function readCredentials(file: string | URL): Promise<Credentials> {
  const name = file instanceof URL ? file.pathname : resolve(file);
  const value = parseMap(await readText(file, name), name);
  if (!isCredentials(value)) {
    throw new CommandLineError(
      `The credentials file ${name} must be a map from names to secrets, or to email and password for people. ${SMALLEST_CREDENTIALS}`,
    );
  }
  return value;
}

async function readText(file: string | URL, name: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw new CommandLineError(`There is no credentials file ${name}. ${SMALLEST_CREDENTIALS}`);
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
  return isMap(value) && Object.values(value).every((part) => typeof part === 'string' || isAccount(part));
}

function isAccount(value: unknown): value is Account {
  if (!isMap(value) || !('email' in value && 'password' in value)) return false;
  return Object.entries(value).every(
    ([name, field]) => ACCOUNT_FIELDS.has(name) && typeof field === 'string',
  );
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
