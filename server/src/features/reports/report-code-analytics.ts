import type { CodeActivity, CodeAnalyticsQuery } from '@svc/contract';
import { nanosToDecimal } from '#config';
import { listPage, isWellFormedId, type ListBody } from '#features/listing';
import type { AccessScope } from '#features/module';
import { toTimestamp } from '#kit';
import { reportedWork, type ReportedWork } from './reported-work.ts';
import {
  findCodeActors,
  sumCodeCounts,
  sumCodeUsage,
  type CodeActor,
  type CodeSum,
} from './store/code-usage.ts';

const isKey = isWellFormedId('apiKey');
const isUser = isWellFormedId('user');

/** Who used code clients on a day, by key or by signing in (D-ADM-10), by the id of the actor. */
export function reportCodeAnalytics(scope: AccessScope, query: CodeAnalyticsQuery): Promise<ListBody> {
  const { starting_at: dayMs } = query;
  return listPage(query, {
    read: async (page) => {
      const { items, hasMore } = await findCodeActors(scope, dayMs, page);
      const sums = Map.groupBy(await sumCodeUsage(scope, dayMs, items), ({ actor_id: id }) => id);
      const counts = Map.groupBy(await sumCodeCounts(scope, dayMs, items), ({ actor_id: id }) => id);
      const ofActor = (actor: CodeActor) => ({
        actor,
        sums: sums.get(actor.id) ?? [],
        reported: reportedWork(counts.get(actor.id)),
      });
      return { items: items.map(ofActor), hasMore };
    },
    hasPlace: (id) => isKey(id) || isUser(id),
    toItem: ({ actor, sums, reported }) => toActivity(dayMs, actor, sums, reported),
    idOf: ({ actor }) => actor.id,
  });
}

function toActivity(
  dayMs: number,
  { type, id, email, name }: CodeActor,
  sums: readonly CodeSum[],
  reported: ReportedWork,
): CodeActivity {
  return {
    date: toTimestamp(dayMs).slice(0, 'YYYY-MM-DD'.length),
    actor: { type, id, email, name },
    requests: sums.reduce((sum, { requests }) => sum + requests, 0),
    ...reported,
    model_breakdown: sums.map((sum) => ({
      model: sum.model,
      tokens: { input: sum.input_tokens, cached_input: sum.cached_input_tokens, output: sum.output_tokens },
      estimated_cost: { amount: nanosToDecimal(sum.cost_nanos), currency: 'USD' },
    })),
  };
}
