import type { Model } from '@svc/sdk';
import { Link } from '@tanstack/react-router';
import { hasPrice } from '../../api/has-price.ts';
import { writes } from '../../api/models.ts';
import { modelCatalogStrings as words } from '../../strings/model-catalog.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { formatCount, formatShort } from '../../ui/text/format.ts';
import { CapabilityBadges } from './capability-badges.tsx';
import { formatRate } from './model-price.ts';
import { TryLink } from './try-link.tsx';

const { columns: headers } = words;
const NUMBER = { width: 'w-24', align: 'right', wide: true } as const;

function price(header: string, rateOf: (model: Model) => number | undefined): Column<Model> {
  return {
    ...NUMBER,
    header,
    cell: (model) => {
      const rate = rateOf(model);
      if (rate === undefined) return '';
      return <span className="tabular-nums">{hasPrice(model.pricing) ? formatRate(rate) : '–'}</span>;
    },
  };
}

function tokens(header: string, countOf: (model: Model) => number): Column<Model> {
  return {
    ...NUMBER,
    header,
    cell: (model) => {
      const count = countOf(model);
      return count === 0 ? '' : <span title={formatCount(count)}>{formatShort(count)}</span>;
    },
  };
}

export function modelColumns(workspaceId: string): readonly Column<Model>[] {
  return [
    { header: headers.model, cell: (model) => <ModelCell model={model} workspaceId={workspaceId} /> },
    price(headers.input, ({ pricing }) => pricing.input),
    price(headers.cached, (model) => (writes(model) ? model.pricing.cached_input : undefined)),
    price(headers.output, (model) => (writes(model) ? model.pricing.output : undefined)),
    tokens(headers.context, (model) => model.context_window),
    tokens(headers.maxOutput, (model) => model.max_output_tokens),
    {
      header: headers.actions,
      hiddenHeader: true,
      width: 'w-24',
      align: 'right',
      cell: (model) => writes(model) && <TryLink model={model} workspaceId={workspaceId} />,
    },
  ];
}

function ModelCell({ model, workspaceId }: { readonly model: Model; readonly workspaceId: string }) {
  return (
    <span className="flex min-w-0 flex-col gap-1 py-2 whitespace-normal">
      <span className="flex flex-wrap items-center gap-2">
        <Link
          to="/models/$modelId"
          params={{ modelId: model.id }}
          search={{ workspace: workspaceId }}
          className="row-target rounded font-medium wrap-anywhere"
        >
          {model.id}
        </Link>
        {model.default && <Badge tone="accent">{words.default}</Badge>}
        {!writes(model) && <Badge>{words.embedding}</Badge>}
        {!hasPrice(model.pricing) && <Badge tone="warn">{words.noPrice}</Badge>}
      </span>
      <span className="line-clamp-2 text-[13px] text-quiet">{model.description}</span>
      <CapabilityBadges model={model} />
    </span>
  );
}
