import { readdir } from 'node:fs/promises';
import { registeredChecks, type Check } from './check.ts';

const DIRECTORY = new URL('checks/', import.meta.url);

/** Every check of every file under `checks/`, in the order of the file names. */
export async function loadChecks(): Promise<readonly Check[]> {
  const names = (await readdir(DIRECTORY)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  for (const name of names.toSorted()) await import(new URL(name, DIRECTORY).href);
  return registeredChecks();
}

/** Checks that have a rule id which is, or begins with, `prefix`: `CHAT`, `CHAT-07`. */
export function selectChecks(checks: readonly Check[], prefix: string): readonly Check[] {
  return checks.filter(({ rules }) =>
    rules.some((rule) => rule === prefix || rule.startsWith(prefix.endsWith('-') ? prefix : `${prefix}-`)),
  );
}
