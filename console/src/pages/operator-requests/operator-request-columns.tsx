import type { AnyRequest } from '@svc/contract';
import { operatorStrings } from '../../strings/operator.ts';
import { requestStrings } from '../../strings/requests.ts';
import type { Column } from '../../ui/data-table.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { OrganizationLink } from '../../resources/organizations/organization-link.tsx';
import { formatCallTime } from '../../resources/requests/format-call.ts';
import {
  DURATION_COLUMN,
  FIRST_OUTPUT_COLUMN,
  TimeCell,
  TOKENS_COLUMN,
} from '../../resources/requests/request-columns.tsx';
import { RequestStatus } from '../../resources/requests/request-status.tsx';

const { columns: heads } = requestStrings;
const { facts, engine } = operatorStrings.requests;

export const OPERATOR_REQUEST_COLUMNS: readonly Column<AnyRequest>[] = [
  { header: heads.status, width: 'md:w-56', cell: (request) => <StatusCell request={request} /> },
  { header: heads.time, width: 'w-48', wide: true, cell: (request) => <TimeCell request={request} /> },
  {
    header: facts.organization,
    cell: ({ organization_id: id, organization_name: name }) => <OrganizationLink id={id} name={name} />,
  },
  { header: heads.model, wide: true, cell: ({ model }) => model },
  { header: engine, wide: true, cell: (request) => request.engine },
  FIRST_OUTPUT_COLUMN,
  { ...DURATION_COLUMN, wide: true },
  TOKENS_COLUMN,
];

/** Leads to the request from wherever the row is pressed. */
function StatusCell({ request }: { readonly request: AnyRequest }) {
  const { id, error_code: code } = request;
  return (
    <RowLink list="/operator/requests" id={id} className="row-target flex min-w-0 items-center gap-2 rounded">
      <RequestStatus {...request} />{' '}
      {code !== null && <code className="truncate font-mono text-[13px]">{code}</code>}
      <span className="sr-only">{requestStrings.openNamed(formatCallTime(request.created_at))}</span>
    </RowLink>
  );
}
