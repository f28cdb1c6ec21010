import { readRules } from '../rules/read-rules.ts';
import { sectionsOf } from '../rules/rule-sections.ts';
import type { SourceFile } from './source-files.ts';

/** As a rule's id looks. Dates, versions and numbers of more than three digits follow names of other kinds. */
const ID = /(?<![\w-])([A-Z]+(?:-[A-Z]+)?)-\d{1,3}\b(?![-.]\d)/g;
/** Names in front of a number that are no groups of rules. `M-2` is a path of SVG, `I-5` is §5 of the inference contract in tables of the platform. */
const OTHER_NAMES: ReadonlySet<string> = new Set(['UTF', 'SHA', 'AES', 'P', 'I', 'M', 'SVC-EMBED']);

const SECTION = /\b([Ii]nference|[Pp]latform) contract,? §(\d+(?:\.\d+)?)/g;

/** Checksums, and tests of the tools, which make rules up. */
const EXEMPT = /^package-lock\.json$|^scripts\/.*\.test\.ts$/;

function unknownIds(line: string, ids: ReadonlySet<string>): string[] {
  return [...line.matchAll(ID)].flatMap(([id, group = '']) =>
    ids.has(id) || OTHER_NAMES.has(group)
      ? []
      : [`${id} is no rule of contract/rules; names of other things go to scripts/check/rule-citations.ts`],
  );
}

function unknownSections(line: string, sections: ReadonlySet<string>): string[] {
  return [...line.matchAll(SECTION)].flatMap(([, contract = '', number]) =>
    sections.has(`${contract.toLowerCase()} §${number}`)
      ? []
      : [`no rule was made from ${contract.toLowerCase()} contract §${number}`],
  );
}

/** One line for each id and each section that is cited and does not exist. */
export function ruleCitations(files: readonly SourceFile[]): string[] {
  const rules = readRules(files);
  const ids = new Set(rules.map((rule) => rule.id));
  // Who cites §7 may mean all of §7.1 to §7.4.
  const sections = new Set(
    rules.flatMap(sectionsOf).flatMap((section) => [section, section.replace(/\.\d+$/, '')]),
  );
  return files
    .filter(({ path }) => !EXEMPT.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, i) =>
          [...unknownIds(line, ids), ...unknownSections(line, sections)].map(
            (why) => `${path}:${i + 1}: ${why}`,
          ),
        ),
    );
}
