import { Link } from '@tanstack/react-router';
import type { ManagedOrganization } from '@svc/contract';
import { operatorStrings } from '../../strings/operator.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Ago } from '../../ui/text/time.tsx';
import { Usd } from '../../ui/text/usd.tsx';

const { organizations: words } = operatorStrings;
const { columns: heads } = words;

export function StatusBadge({ status }: Pick<ManagedOrganization, 'status'>) {
  return <Badge tone={status === 'active' ? 'good' : 'danger'}>{words.statuses[status]}</Badge>;
}

export const ORGANIZATION_COLUMNS: readonly Column<ManagedOrganization>[] = [
  {
    header: heads.name,
    cell: ({ id, name }) => (
      <Link
        to="/operator/organizations/$organizationId"
        params={{ organizationId: id }}
        className="row-target rounded font-medium"
      >
        {name}
      </Link>
    ),
  },
  { header: heads.status, width: 'w-32', cell: ({ status }) => <StatusBadge status={status} /> },
  { header: heads.plan, width: 'w-32', wide: true, cell: ({ plan }) => plan },
  {
    header: heads.signOn,
    width: 'w-36',
    wide: true,
    cell: ({ single_sign_on: signOn, directory_sync: hasDirectory }) => (
      <>
        {words.signOn[signOn]}
        {hasDirectory && <span className="block text-[13px] text-quiet">{words.directory}</span>}
      </>
    ),
  },
  {
    header: heads.balance,
    width: 'w-36',
    wide: true,
    align: 'right',
    cell: (one) => <Usd amount={one.balance_usd} />,
  },
  {
    header: heads.created,
    width: 'w-36',
    wide: true,
    cell: (one) => (
      <span className="text-quiet">
        <Ago at={one.created_at} />
      </span>
    ),
  },
];
