import type { AnyRequest } from '@svc/contract';
import { FileSearch } from 'lucide-react';
import { useState } from 'react';
import { MAX_CALLS_LOOKED_THROUGH } from '../../api/contract-limits.ts';
import { anyRequestList, newestAnyRequestsOptions } from '../../api/operator-requests.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useLog } from '../../api/use-log.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { requestStrings } from '../../strings/requests.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { LiveSwitch } from '../../resources/requests/live-switch.tsx';
import { OpenRequest } from '../../resources/requests/open-request.tsx';
import { OPERATOR_REQUEST_COLUMNS } from './operator-request-columns.tsx';
import { OperatorRequestFilters } from './operator-request-filters.tsx';
import { operatorRequestsRoute } from './operator-requests-route.ts';

const { requests: words } = operatorStrings;

const idOf = (request: AnyRequest) => request.id;

/** Calls of all organizations as they end, and the way to one whose id is known. */
export function OperatorRequestsPage() {
  const filters = operatorRequestsRoute.useSearch();
  const listOptions = anyRequestList(filters);
  const list = useLog(listOptions);
  const [isLive, setIsLive] = useState(false);
  useLiveList(listOptions.queryKey, newestAnyRequestsOptions(filters), isLive);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Page
      lead={words.lead}
      actions={
        <>
          <OpenRequest to="/operator/requests/$requestId" />
          <LiveSwitch isLive={isLive} onChange={setIsLive} />
        </>
      }
    >
      <OperatorRequestFilters filters={filters} list={list} />
      <DataTable
        label={requestStrings.list}
        columns={OPERATOR_REQUEST_COLUMNS}
        list={list}
        rowKey={idOf}
        empty={
          <EmptyState icon={FileSearch} title={requestStrings.empty.title}>
            {isFiltered ? words.noneFound(formatCount(MAX_CALLS_LOOKED_THROUGH)) : requestStrings.empty.text}
          </EmptyState>
        }
      />
    </Page>
  );
}
