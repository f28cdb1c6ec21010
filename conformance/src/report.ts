import type { CheckResult } from './run-checks.ts';

const MARKS = { passed: 'pass   ', failed: 'FAIL   ', not_run: 'not run' } as const;

/** One check as a line, with the reason below where there is one. */
export function resultLine({ rules, title, outcome, reason, durationMs }: CheckResult): string {
  const line = `${MARKS[outcome]} ${rules.join(' ')} ${title} (${durationMs} ms)`;
  return reason === undefined ? line : `${line}\n        ${reason.replaceAll('\n', '\n        ')}`;
}

/** The closing line, after a repetition of the failures. */
export function summary(results: readonly CheckResult[]): string {
  const count = (outcome: CheckResult['outcome']): number => results.filter((result) => result.outcome === outcome).length;
  const failures = results.filter(({ outcome }) => outcome === 'failed').map(({ rules, title }) => `FAIL    ${rules.join(' ')} ${title}`);
  return [
    '',
    ...failures,
    `${count('passed')} passed, ${count('failed')} failed, ${count('not_run')} not run, of ${results.length} checks`,
  ].join('\n');
}
