import { readRules } from '../rules/read-rules.ts';
import type { Figure, Tree } from './figure.ts';

const ID = /(?<![\w-])([A-Z]+(?:-[A-Z]+)?)-\d{1,3}\b(?![-.]\d)/g;

/** Distinct rules cited outside of contract/rules, and how many of them a clone can look up. Fails where there are no rules. */
export function ruleIds({ files }: Tree): Figure[] {
  const rules = readRules(files);
  const ids = new Set(rules.map((rule) => rule.id));
  const groups = new Set(rules.map((rule) => rule.group));
  const texts = files.filter(
    ({ path }) => !/^contract\/rules\/|^package-lock\.json$|^scripts\/.*\.test\.ts$/.test(path),
  );
  const cited = new Set(
    texts.flatMap(({ text }) =>
      [...text.matchAll(ID)].flatMap(([id, group = '']) => (groups.has(group) ? [id] : [])),
    ),
  );
  const missing = [...cited].filter((id) => !ids.has(id));
  return [
    {
      name: 'rule ids cited, of them in the clone',
      value: `${cited.size}, ${cited.size - missing.length}`,
      places: missing,
    },
  ];
}
