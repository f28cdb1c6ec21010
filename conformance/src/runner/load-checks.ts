import { readdir } from 'node:fs/promises';
import { registeredChecks, type Check } from './check.ts';
import { CommandLineError } from './command-line.ts';

const DIRECTORY = new URL('../checks/', import.meta.url);

/** Every check of every file under `checks/`, in the order of the paths. */
export async function loadChecks(): Promise<readonly Check[]> {
  const names = (await readdir(DIRECTORY, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  for (const name of names.toSorted()) await import(new URL(name, DIRECTORY).href);
  return registeredChecks();
}

/** Checks that have a rule id which is, or begins with, `prefix`: `CHAT`, `CHAT-07`. Throws CommandLineError when there is none. */
export function selectChecks(checks: readonly Check[], prefix: string): readonly Check[] {
  const selected = checks.filter(({ rules }) =>
    rules.some((rule) => rule === prefix || rule.startsWith(prefix.endsWith('-') ? prefix : `${prefix}-`)),
  );
  if (selected.length > 0) return selected;
  const families = new Set(checks.flatMap(({ rules }) => rules.map((rule) => rule.replace(/-\d+$/, ''))));
  throw new CommandLineError(
    `No check matches --only ${prefix}. Give a rule such as CHAT-07, or how its id begins: ${[...families].toSorted().join(', ')}.`,
  );
}
