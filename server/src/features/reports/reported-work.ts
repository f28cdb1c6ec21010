import type { CodeActivity, CodeCounter } from '@svc/contract';
import type { CodeCount } from './store/code-usage.ts';

/** The columns that only a client can know (CODE-03). */
export type ReportedWork = Pick<
  CodeActivity,
  'sessions' | 'lines_of_code' | 'commits' | 'pull_requests' | 'tool_actions'
>;

const NOTHING_REPORTED: ReportedWork = {
  sessions: null,
  lines_of_code: null,
  commits: null,
  pull_requests: null,
  tool_actions: null,
};

/** A client that reports anything reports everything: what it has not counted is 0 then. */
export function reportedWork(counts: readonly CodeCount[] | undefined): ReportedWork {
  if (!counts) return NOTHING_REPORTED;
  const sumOf = (counter: CodeCounter, of = counts): number =>
    of.reduce((sum, one) => (one.counter === counter ? sum + one.count : sum), 0);
  const tools = Map.groupBy(
    counts.filter(({ tool }) => tool !== ''),
    ({ tool }) => tool,
  );
  return {
    sessions: sumOf('sessions'),
    lines_of_code: { added: sumOf('lines_added'), removed: sumOf('lines_removed') },
    commits: sumOf('commits'),
    pull_requests: sumOf('pull_requests'),
    tool_actions: Object.fromEntries(
      [...tools].map(([tool, of]) => [
        tool,
        { accepted: sumOf('tool_accepted', of), rejected: sumOf('tool_rejected', of) },
      ]),
    ),
  };
}
