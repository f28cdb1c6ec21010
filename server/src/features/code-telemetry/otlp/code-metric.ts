import type { CodeCounter } from '@svc/contract';
import type { OtlpAttribute } from './attribute-value.ts';

type CounterOf = (textOf: (key: string) => string | undefined) => CodeCounter | undefined;

const DECISIONS: Readonly<Record<string, CodeCounter>> = {
  accept: 'tool_accepted',
  accepted: 'tool_accepted',
  reject: 'tool_rejected',
  rejected: 'tool_rejected',
};
const LINES: Readonly<Record<string, CodeCounter>> = { added: 'lines_added', removed: 'lines_removed' };

/** The metrics that are taken (CODE-02), and what a point of each counts. Undefined: nothing that is known. */
const METRICS: ReadonlyMap<string, CounterOf> = new Map<string, CounterOf>([
  ['svc_code.session.count', () => 'sessions'],
  ['svc_code.commit.count', () => 'commits'],
  ['svc_code.pull_request.count', () => 'pull_requests'],
  ['svc_code.lines_of_code.count', (textOf) => entryOf(LINES, textOf('type'))],
  ['svc_code.tool_decision.count', (textOf) => entryOf(DECISIONS, textOf('decision'))],
]);

export function isTaken(metric: string): boolean {
  return METRICS.has(metric);
}

/** What a point of a metric that is taken counts, and of which tool. */
export function counterOf(
  metric: string,
  attributes: readonly OtlpAttribute[],
): { readonly counter: CodeCounter; readonly tool: string } | undefined {
  const textOf = (key: string) => attributes.find((each) => each.key === key)?.text;
  const counter = METRICS.get(metric)?.(textOf);
  if (counter === undefined) return undefined;
  return { counter, tool: isOfTool(counter) ? (textOf('tool') ?? '') : '' };
}

/** Whether it is counted by the tool. */
export function isOfTool(counter: CodeCounter): boolean {
  return counter === 'tool_accepted' || counter === 'tool_rejected';
}

function entryOf(entries: Readonly<Record<string, CodeCounter>>, name = ''): CodeCounter | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}
