import type { MarginReport, OrganizationMargin } from '@svc/contract';
import { operatorMarginStrings as words } from '../../strings/operator-margins.ts';
import type { Column } from '../../ui/data-table.tsx';
import { formatCount, formatShort } from '../../ui/text/format.ts';
import { Usd } from '../../ui/text/usd.tsx';
import { OrganizationLink } from '../organizations/organization-link.tsx';

const { columns: heads, figures } = words;

type Amounts = MarginReport['total'];
type ModelMargin = MarginReport['models'][number];

/** What is told of models and organizations alike. */
const AMOUNTS: readonly Column<Amounts>[] = [
  {
    header: heads.tokens,
    width: 'w-28',
    wide: true,
    align: 'right',
    cell: ({ input_tokens: input, output_tokens: output }) => <Count count={input + output} />,
  },
  { header: heads.retail, width: 'w-28', align: 'right', cell: (one) => <Usd amount={one.retail_usd} /> },
  {
    header: heads.cost,
    width: 'w-32',
    wide: true,
    align: 'right',
    cell: (one) => <Usd amount={one.engine_cost_usd} />,
  },
  {
    header: heads.margin,
    width: 'w-28',
    wide: true,
    align: 'right',
    cell: ({ margin_usd: margin }) => (margin === null ? figures.none : <Usd amount={margin} />),
  },
];

export const MODEL_MARGIN_COLUMNS: readonly Column<ModelMargin>[] = [
  {
    header: heads.model,
    cell: ({ model }) => <span className="font-medium break-words whitespace-normal">{model}</span>,
  },
  {
    header: heads.requests,
    width: 'w-28',
    wide: true,
    align: 'right',
    cell: ({ requests }) => <Count count={requests} />,
  },
  ...AMOUNTS,
];

export const ORGANIZATION_MARGIN_COLUMNS: readonly Column<OrganizationMargin>[] = [
  {
    header: heads.organization,
    cell: ({ organization_id: id, organization_name: name }) => <OrganizationLink id={id} name={name} />,
  },
  ...AMOUNTS,
  {
    header: heads.retailChange,
    width: 'w-32',
    wide: true,
    align: 'right',
    cell: ({ retail_change_usd: change }) => <Usd amount={change} />,
  },
  {
    header: heads.tokensChange,
    width: 'w-32',
    wide: true,
    align: 'right',
    cell: ({ tokens_change: change }) => <Count count={change} />,
  },
];

/** Short, and exact on hover. */
function Count({ count }: { readonly count: number }) {
  return (
    <span className="tabular-nums" title={formatCount(count)}>
      {formatShort(count)}
    </span>
  );
}
