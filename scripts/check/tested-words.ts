import { ERRORS } from '@svc/contract';
import { isTest } from './rule-coverage.ts';
import type { SourceFile } from './source-files.ts';

const LIST = 'docs/not-built-yet.md';
const UNRETURNED = 'codes are in the catalog only';

const AUDIT_EVENTS = 'contract/src/schemas/administration/audit-event.ts';
const NAME = /'([a-z_]+\.[a-z_]+)'/g;

/** Tests of the catalog itself name every code, whether or not anything returns it, and tests of this check any. */
const OTHERS = /^(contract\/src\/errors|scripts\/)/;

/** Names of the audit log by their type, and those of operators' log by the lines that write them. */
function eventNames(files: readonly SourceFile[]): string[] {
  const lines = files.flatMap(({ path, text }) => {
    if (path === AUDIT_EVENTS) return text.split('\n').filter((line) => line.startsWith('  | '));
    return path.startsWith('server/src/') && !isTest(path)
      ? text.split('\n').filter((line) => line.includes('event:'))
      : [];
  });
  return [...new Set(lines.flatMap((line) => [...line.matchAll(NAME)].map(([, name]) => name!)))];
}

/** The codes of the paragraph that says what nothing returns. */
function unreturnedCodes(files: readonly SourceFile[]): string[] {
  const paragraphs = files.find(({ path }) => path === LIST)?.text.split('\n\n') ?? [];
  const paragraph = paragraphs.find((one) => one.includes(UNRETURNED));
  return [...(paragraph?.matchAll(/`([a-z_]+)`/g) ?? [])].map(([, code]) => code!);
}

/**
 * One line for each event of a log and each error code that no test names, codes of the list of unreturned ones aside, and for each of
 * that list that a test names. Being named is no proof that a test brings it about: that would need a run of all tests.
 */
export function testedWords(files: readonly SourceFile[]): string[] {
  const tests = files.filter(({ path }) => isTest(path) && !OTHERS.test(path));
  const named = new Set(tests.flatMap(({ text }) => text.match(/[a-z_]+(?:\.[a-z_]+)?/g) ?? []));
  const parts = new Set([...named].flatMap((word) => word.split('.')));
  const codes = new Set(Object.values(ERRORS).map(({ code }) => code));
  const unreturned = unreturnedCodes(files);
  return [
    ...eventNames(files)
      .filter((name) => !named.has(name))
      .map((name) => `no test names the event ${name}`),
    ...[...codes]
      .filter((code) => !parts.has(code) && !unreturned.includes(code))
      .map(
        (code) => `no test names the error code ${code}, and ${LIST} does not say that nothing returns it`,
      ),
    ...unreturned
      .filter((code) => parts.has(code) || !codes.has(code))
      .map((code) => `${LIST} says that nothing returns ${code}, which a test names or the catalog lacks`),
  ];
}
