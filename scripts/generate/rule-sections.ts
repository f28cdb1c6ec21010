import type { GeneratedFile } from '../generate.ts';
import { sourceFiles } from '../check/source-files.ts';
import { joinIds } from '../rules/id-ranges.ts';
import { readRules } from '../rules/read-rules.ts';
import { type Contract, type Section, sectionsOf } from '../rules/rule-sections.ts';

const INTRODUCTION = `# Rules by section of the contract

Generated from the last column of the rules' tables; change it there. "platform contract §5.2" in code or documents means the rules
beside 5.2 in the second table.
`;

const CONTRACTS: readonly Contract[] = ['inference', 'platform'];

/** §2.10 comes after §2.9. */
function bySection(a: Section, b: Section): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

/** Which rules were made from which section of the two contracts. */
export function outputs(): Promise<GeneratedFile[]> {
  const rules = readRules(sourceFiles());
  const order = rules.map((rule) => rule.id);
  const bySource = Map.groupBy(
    rules.flatMap((rule) => sectionsOf(rule).map((section) => ({ section, id: rule.id }))),
    ({ section }) => section,
  );
  const tables = CONTRACTS.map((contract) => {
    const sections = [...bySource.keys()]
      .filter((section) => section.startsWith(contract))
      .toSorted(bySection);
    const rows = sections.map((section) => {
      const ids = bySource.get(section)?.map(({ id }) => id) ?? [];
      return `| ${section.slice(contract.length + 2)} | ${joinIds(ids, order)} |`;
    });
    const title = `## ${contract[0]?.toUpperCase()}${contract.slice(1)} contract`;
    return `${title}\n\n| § | Rules |\n| --- | --- |\n${rows.join('\n')}\n`;
  });
  return Promise.resolve([
    { path: 'contract/rules/sections.md', text: [INTRODUCTION, ...tables].join('\n') },
  ]);
}
