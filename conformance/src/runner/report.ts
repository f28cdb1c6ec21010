import type { Check } from './check.ts';
import type { CheckResult } from './run-checks.ts';

const MARKS = { passed: 'pass   ', failed: 'FAIL   ', not_run: 'not run' } as const;

/** One check as a line, with the reason below where there is one. */
export function resultLine({ rules, title, outcome, reason, durationMs }: CheckResult): string {
  const line = `${MARKS[outcome]} ${rules.join(' ')} ${title} (${durationMs} ms)`;
  return reason === undefined ? line : `${line}\n        ${reason.replaceAll('\n', '\n        ')}`;
}

/** Why nothing happens for a while. */
export function waitLine(seconds: number, { rules, title }: Check, done: number, total: number): string {
  return `wait    ${seconds} s (${done} of ${total} checks done): the requests of this minute are used up. Then again: ${rules.join(' ')} ${title}`;
}

/** The closing line, after a repetition of the failures and a count of the reasons for what was not run. */
export function summary(results: readonly CheckResult[]): string {
  const having = (outcome: CheckResult['outcome']): readonly CheckResult[] =>
    results.filter((result) => result.outcome === outcome);
  const [passed, failed, notRun] = [having('passed'), having('failed'), having('not_run')];
  const reasons = [...Map.groupBy(notRun, ({ reason }) => reason)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  return [
    '',
    ...reasons.map(([reason, { length }]) => `not run ${String(length).padStart(3)} × ${reason}`),
    ...failed.map(({ rules, title }) => `FAIL    ${rules.join(' ')} ${title}`),
    `${passed.length} passed, ${failed.length} failed, ${notRun.length} not run, of ${results.length} checks`,
  ].join('\n');
}
