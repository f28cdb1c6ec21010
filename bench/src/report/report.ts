import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildNative } from '../native/build-native.ts';
import type { Measurement } from '../run/measure.ts';
import type { Scenario } from '../scenarios.ts';
import { renderMarkdown } from './markdown.ts';
import { summarize, type SummaryRow } from './summary.ts';
import { compareWithTargets, type Verdict } from './targets.ts';

const RESULTS = fileURLToPath(new URL('../../results/', import.meta.url));

/** Everything one run found out; written as JSON as it is. */
export interface Report {
  readonly startedAt: string;
  /** Machine and conditions, one sentence each. */
  readonly facts: readonly string[];
  readonly contenders: readonly { readonly name: string; readonly version: string }[];
  readonly missing: readonly { readonly name: string; readonly reason: string }[];
  readonly failed: readonly string[];
  /** Scenario name to what it does. */
  readonly about: Readonly<Record<string, string>>;
  readonly rows: readonly SummaryRow[];
  readonly verdicts: readonly Verdict[];
  readonly measurements: readonly Measurement[];
}

export type ReportParts = Pick<Report, 'startedAt' | 'contenders' | 'missing' | 'failed' | 'measurements'>;

export function makeReport(
  parts: ReportParts,
  scenarios: readonly Scenario[],
  flags: readonly string[],
): Report {
  const rows = summarize(parts.measurements);
  return {
    ...parts,
    facts: machineFacts(flags),
    about: Object.fromEntries(scenarios.map(({ name, about }) => [name, about])),
    rows,
    verdicts: compareWithTargets(rows),
  };
}

/** Writes the JSON and the page; returns the page and where they are. */
export function writeReport(report: Report): { readonly page: string; readonly paths: readonly string[] } {
  mkdirSync(RESULTS, { recursive: true });
  const page = renderMarkdown(report);
  const paths = [
    join(RESULTS, `${report.startedAt.replaceAll(':', '-')}.json`),
    join(RESULTS, 'latest.md'),
  ] as const;
  writeFileSync(paths[0], `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(paths[1], page);
  return { page, paths };
}

function machineFacts(flags: readonly string[]): string[] {
  const processors = cpus();
  return [
    `${processors.length} × ${processors[0]?.model ?? 'unknown processor'}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, Linux ${release()}`,
    `Node ${process.version}; flags: ${flags.length > 0 ? flags.join(' ') : 'none'}`,
    'load generator and mock on cpu 0, contender on cpu 1; a fresh process per scenario; medians over the repeats, losses summed',
    buildNative('load') === undefined
      ? 'load generator and mock in JavaScript: no C compiler was found'
      : 'mock, and load generator of whole answers, in C',
    '"others cpu" is what processes outside the benchmark used, the database server included; repeats above 0.15 are left out where there are better ones',
  ];
}
