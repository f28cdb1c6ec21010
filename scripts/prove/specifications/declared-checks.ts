import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const PAGE = join(import.meta.dirname, '../../../docs/compat.md');
const ROW = /^\| (?<suite>[^|]+) \| (?<checks>[^|]+) \| (?<reason>[^|]+) \|$/;
/** Where a row names checks, they stand first. */
const NAMES = /^(?:`[^`]+`(?:, )?)+/;
const NAME = /`([^`]+)`/g;

/** The checks of each suite that do not hold on purpose: rows of the last table of docs/compat.md, which has the reasons. */
export async function readDeclaredChecks(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const page = await readFile(PAGE, 'utf8');
  const declared = new Map<string, Set<string>>();
  for (const line of page.slice(page.lastIndexOf('\n## ')).split('\n')) {
    const { suite = '', checks = '' } = ROW.exec(line)?.groups ?? {};
    const names = [...(NAMES.exec(checks)?.[0] ?? '').matchAll(NAME)].map(([, name]) => name!);
    declared.set(suite, new Set([...(declared.get(suite) ?? []), ...names]));
  }
  return declared;
}
