import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RequestRecord } from '@svc/contract';
import { finishedCallOptions } from '../../../api/finished-call.ts';
import { hasPrice } from '../../../api/has-price.ts';
import { chatModelsOptions } from '../../../api/models.ts';
import { useMe } from '../../../api/session.ts';
import { modelCatalogStrings } from '../../../strings/model-catalog.ts';
import { playgroundStrings } from '../../../strings/playground.ts';
import { formatCount, formatDuration, formatUsd } from '../../../ui/text/format.ts';
import type { PlaygroundReply } from '../conversation/playground-reply.ts';

const { figures: words } = playgroundStrings;

interface CallFiguresProps {
  readonly requestId: string;
  readonly answer: PlaygroundReply;
}

/** What a call took. Of one that was stopped only its record tells. */
export function CallFigures({ requestId, answer: { usage, firstMs, totalMs } }: CallFiguresProps) {
  const { user } = useMe();
  const { data: record, isError } = useQuery(finishedCallOptions(requestId, user.id));
  const input = usage?.prompt_tokens ?? record?.usage.input_tokens;
  const output = usage?.completion_tokens ?? record?.usage.output_tokens;
  const figures = {
    [words.input]: input === undefined ? undefined : words.tokens(formatCount(input)),
    [words.output]: output === undefined ? undefined : words.tokens(formatCount(output)),
    [words.first]: firstMs === undefined ? undefined : formatDuration(firstMs),
    [words.total]: totalMs === undefined ? undefined : formatDuration(totalMs),
    [words.cost]: record ? <Cost record={record} /> : isError ? words.unknown : words.pending,
  };
  return (
    <div className="mt-3 flex flex-wrap items-baseline gap-x-4 gap-y-1 border-t border-line pt-2 text-[13px]">
      <dl aria-label={words.label} className="flex flex-wrap gap-x-4 gap-y-1">
        {Object.entries(figures).map(
          ([name, value]) =>
            value !== undefined && (
              <div key={name} className="flex gap-1.5">
                <dt className="text-quiet">{name}</dt>
                <dd className="tabular-nums">{value}</dd>
              </div>
            ),
        )}
      </dl>
      <Link
        to="/requests/$requestId"
        params={{ requestId }}
        className="rounded text-accent underline underline-offset-4"
      >
        {words.details}
      </Link>
    </div>
  );
}

/** What paid for the call. Nothing did where its model has no price, which is another thing than a low one. */
function Cost({ record }: { readonly record: RequestRecord }) {
  const {
    billing_source: source,
    cost_usd: cost,
    allowance_tokens: tokens,
    workspace_id: workspace,
  } = record;
  const { data: models = [] } = useQuery({
    ...chatModelsOptions(workspace ?? ''),
    enabled: workspace !== null && Number(cost) === 0,
  });
  if (source === 'subscription') return words.plan(formatCount(tokens));
  const model = models.find(({ id }) => id === record.model);
  return model && !hasPrice(model.pricing) ? modelCatalogStrings.noPrice : formatUsd(cost);
}
