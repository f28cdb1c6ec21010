import type { SourceFile } from '../check/source-files.ts';

const FOLDER = 'contract/rules/';

/** One row of a table in contract/rules. */
export interface Rule {
  /** `KEY-42`, `D-65`, `D-ERR-3`. */
  readonly id: string;
  /** What stands before the number: `KEY`, `D`, `D-ERR`. */
  readonly group: string;
  readonly path: string;
  readonly line: number;
  /** The last cell of the row, which names the sections of the contract where the group's tables have that column. */
  readonly source: string;
}

/** The first cell of a row. A star marks decisions with large consequences. */
const ROW = /^\| (([A-Z]+(?:-[A-Z]+)?)-\d+)(?: ★)? \|(?:.*\|)? ([^|]*) \|$/;

/** Whether tests are asked for: decisions are held by the rules they are made for. */
export function isDecision({ path }: Rule): boolean {
  return path.startsWith(`${FOLDER}decisions/`);
}

/** Every rule and decision, in the order of the paths. Throws when there are none or two share an id. */
export function readRules(files: readonly SourceFile[]): Rule[] {
  const rules = files
    .filter((file) => file.path.startsWith(FOLDER) && file.path.endsWith('.md'))
    // Git lists new files before committed ones.
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((row, i): Rule[] => {
        const [, id, group, source] = ROW.exec(row) ?? [];
        return id && group ? [{ id, group, path, line: i + 1, source: source ?? '' }] : [];
      }),
    );
  if (rules.length === 0) throw new Error(`${FOLDER} has no rules: has the form of its tables changed?`);
  const seen = new Map<string, Rule>();
  for (const rule of rules) {
    const other = seen.get(rule.id);
    if (other)
      throw new Error(`${rule.id} stands in ${other.path}:${other.line} and in ${rule.path}:${rule.line}.`);
    seen.set(rule.id, rule);
  }
  return rules;
}
