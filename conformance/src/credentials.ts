import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

/** A credentials file: a YAML map from the part a credential plays (as in `world/credentials.yaml`) to its secret. */
export async function readCredentials(file: string | URL): Promise<Readonly<Record<string, string>>> {
  const value: unknown = parse(await readFile(file, 'utf8'));
  if (typeof value !== 'object' || value === null || !Object.values(value).every((secret) => typeof secret === 'string')) {
    throw new Error(`The credentials file ${String(file)} must be a map from names to secrets.`);
  }
  return value as Record<string, string>;
}
