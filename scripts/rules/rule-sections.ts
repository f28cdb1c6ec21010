import type { Rule } from './read-rules.ts';

export type Contract = 'inference' | 'platform';

/** Contract and section, `platform §5.2`. */
export type Section = `${Contract} §${string}`;

/** `5.2`, `I-7.1` for the inference contract in tables of the platform, `platform contract §2.7` the other way round. */
const PART = /(platform contract )?(I-)?§?(\d+(?:\.\d+)?)/g;

/** The sections of the contracts that a rule was made from. */
export function sectionsOf({ path, source }: Rule): Section[] {
  const [, folder] = /^contract\/rules\/(inference|platform)\//.exec(path) ?? [];
  if (!folder) return [];
  let contract = folder as Contract;
  return [...source.matchAll(PART)].map(([, platform, inference, number]): Section => {
    if (platform) contract = 'platform';
    return `${inference ? 'inference' : contract} §${number}`;
  });
}
