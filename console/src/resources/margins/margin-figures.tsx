import type { MarginReport } from '@svc/contract';
import { operatorMarginStrings as words } from '../../strings/operator-margins.ts';
import { Notice } from '../../ui/notice.tsx';
import { Stat } from '../../ui/stat.tsx';
import { formatCents, formatCount, formatShort, formatUsd } from '../../ui/text/format.ts';

const { figures, unknown } = words;

type Amounts = MarginReport['total'];

/** What a period came to, with what there is to know before its margin is believed. */
export function MarginFigures({ report: { total } }: { readonly report: MarginReport }) {
  const money = (amount: string) => ({ value: formatCents(amount), exact: formatUsd(amount) });
  const tokens = total.input_tokens + total.output_tokens;
  return (
    <div className="flex flex-col gap-4">
      <dl aria-label={figures.label} className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-3">
        <Stat label={figures.retail} {...money(total.retail_usd)} />
        <Stat label={figures.cost} {...money(total.engine_cost_usd)} />
        <Stat
          label={figures.margin}
          {...(total.margin_usd === null ? { value: figures.none } : money(total.margin_usd))}
        />
        <Stat label={figures.ofPlans} {...money(total.plan_engine_cost_usd)} />
        <Stat
          label={figures.requests}
          value={formatShort(total.requests)}
          exact={formatCount(total.requests)}
        />
        <Stat label={figures.tokens} value={formatShort(tokens)} exact={formatCount(tokens)} />
      </dl>
      <UnknownCost total={total} />
    </div>
  );
}

function UnknownCost({ total: { requests, requests_without_cost: without } }: { readonly total: Amounts }) {
  if (without === 0) return null;
  return (
    <Notice tone="warn">{without === requests ? unknown.all : unknown.some(formatCount(without))}</Notice>
  );
}
