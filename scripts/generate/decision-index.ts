import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { GeneratedFile } from '../generate.ts';

const FOLDER = 'docs/decisions';
const directory = fileURLToPath(new URL(`../../${FOLDER}`, import.meta.url));

const INTRODUCTION = `# Decisions

Generated from the first lines of the files beside it; change them there. A decision that no longer holds stays, its status says
what took its place. A new one takes the next number.
`;

/** The first lines of every decision: number and title, then date and status. */
const HEAD = /^# (\d{4}) (.+)\n\n(\d{4}-\d\d-\d\d), (.+)\n/;

function rowOf(name: string): string {
  const [, number, title, date, status] = HEAD.exec(readFileSync(`${directory}/${name}`, 'utf8')) ?? [];
  if (number === undefined || !name.startsWith(`${number}-`))
    throw new Error(`${FOLDER}/${name} does not begin as a decision does.`);
  return `| [${number}](${name}) | ${title} | ${date} | ${status} |`;
}

/** The list of decisions. Throws when two have one number. */
export function outputs(): Promise<GeneratedFile[]> {
  const names = readdirSync(directory).filter((name) => /^\d/.test(name));
  const numbers = names.map((name) => name.slice(0, 4));
  const twice = numbers.find((number, i) => numbers.indexOf(number) < i);
  if (twice !== undefined)
    throw new Error(`There are two decisions ${twice}: give one the next free number.`);
  const table = [
    '| | Decision | Date | Status |',
    '| --- | --- | --- | --- |',
    ...names.toSorted().map(rowOf),
  ];
  return Promise.resolve([{ path: `${FOLDER}/README.md`, text: `${INTRODUCTION}\n${table.join('\n')}\n` }]);
}
