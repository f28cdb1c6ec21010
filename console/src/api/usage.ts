import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { DAY_MS, daysOf, type DayRange } from '../ui/text/day-range.ts';
import { admin } from './console-api.ts';

export type Measure = 'cost' | 'tokens' | 'requests';
/** What a report is split by. Cost is not kept by key. */
export type Dimension = 'model' | 'workspace_id' | 'api_key_id';

export interface UsageQuestion extends DayRange {
  readonly measure: Measure;
  readonly by: Dimension;
}

/** What one group used on one day. */
export interface UsageRow {
  readonly dayMs: number;
  /** Null: nothing of the kind, such as calls without a key. */
  readonly group: string | null;
  /** Decimal text, which holds every amount exactly. */
  readonly amount: string;
}

/** An answer knows its question: while the next one is awaited it stands for itself, in its own units. */
export interface UsageReport {
  readonly question: UsageQuestion;
  readonly rows: readonly UsageRow[];
}

/** The longest report in one answer. */
const MOST_DAYS = 31;

/** A range as the reports that together answer it. */
function spansOf(range: DayRange) {
  const days = daysOf(range);
  const spans = Math.ceil(days.length / MOST_DAYS);
  return Array.from({ length: spans }, (_, span) => {
    const part = days.slice(span * MOST_DAYS, (span + 1) * MOST_DAYS);
    return {
      starting_at: instant(part[0]!),
      ending_at: instant(part.at(-1)! + DAY_MS),
      bucket_width: '1d',
      limit: MOST_DAYS,
    } as const;
  });
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}

type Span = ReturnType<typeof spansOf>[number];

async function costRows(span: Span, by: Dimension, signal: AbortSignal): Promise<UsageRow[]> {
  const split = by === 'workspace_id' ? 'workspace_id' : 'description';
  const { data } = await admin.reportCost({ ...span, 'group_by[]': [split] }, { signal });
  return data.flatMap(({ starting_at: at, results }) =>
    results.map((result) => ({
      dayMs: Date.parse(at),
      group: by === 'workspace_id' ? result.workspace_id : result.model,
      amount: result.amount,
    })),
  );
}

async function usageRows(
  span: Span,
  { measure, by }: UsageQuestion,
  signal: AbortSignal,
): Promise<UsageRow[]> {
  const { data } = await admin.reportUsage({ ...span, 'group_by[]': [by] }, { signal });
  return data.flatMap(({ starting_at: at, results }) =>
    results.map((result) => ({
      dayMs: Date.parse(at),
      group: result[by],
      amount: String(measure === 'requests' ? result.requests : result.input_tokens + result.output_tokens),
    })),
  );
}

export function usageOptions(question: UsageQuestion) {
  return queryOptions({
    queryKey: ['usage', question],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<UsageReport> => {
      const rowsOf = (span: Span) =>
        question.measure === 'cost' ? costRows(span, question.by, signal) : usageRows(span, question, signal);
      return { question, rows: (await Promise.all(spansOf(question).map(rowsOf))).flat() };
    },
  });
}

const MOST_NAMES = 100;

/** Names of keys by their ids, for the labels of a report. */
export const keyNamesOptions = queryOptions({
  queryKey: ['api-keys', 'names'],
  queryFn: async ({ signal }) => {
    const { data } = await admin.listApiKeys({ status: 'all', limit: MOST_NAMES }, { signal });
    return new Map(data.map(({ id, name }) => [id, name]));
  },
});
