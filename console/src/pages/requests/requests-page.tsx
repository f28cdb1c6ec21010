import type { RequestSummary } from '@svc/contract';
import { FileSearch } from 'lucide-react';
import { useState } from 'react';
import { newestRequestsOptions, requestList } from '../../api/requests.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useLog } from '../../api/use-log.ts';
import { requestStrings as words } from '../../strings/requests.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { LiveSwitch } from '../../resources/requests/live-switch.tsx';
import { OpenRequest } from '../../resources/requests/open-request.tsx';
import { useRequestColumns } from '../../resources/requests/request-columns.tsx';
import { RequestFilterBar } from './request-filter-bar.tsx';
import { requestsRoute } from './requests-route.ts';

const idOf = (request: RequestSummary) => request.id;

export function RequestsPage() {
  const filters = requestsRoute.useSearch();
  const listOptions = requestList(filters);
  const list = useLog(listOptions);
  const columns = useRequestColumns();
  const [isLive, setIsLive] = useState(false);
  useLiveList(listOptions.queryKey, newestRequestsOptions(filters), isLive);
  const isFiltered = Object.keys(filters).length > 0;
  const empty = (
    <EmptyState icon={FileSearch} title={words.empty.title}>
      {isFiltered ? words.empty.filtered : words.empty.text}
    </EmptyState>
  );
  return (
    <Page
      lead={words.lead}
      actions={
        <>
          <OpenRequest to="/requests/$requestId" />
          <LiveSwitch isLive={isLive} onChange={setIsLive} />
        </>
      }
    >
      <RequestFilterBar filters={filters} list={list} />
      <DataTable label={words.list} columns={columns} list={list} rowKey={idOf} empty={empty} />
    </Page>
  );
}
