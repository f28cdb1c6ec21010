import type { ApiKey } from '@svc/contract';
import { KeyRound, Plus, SearchX } from 'lucide-react';
import { apiKeyList } from '../../api/api-keys.ts';
import { usePagedList } from '../../api/pages.ts';
import { useCan } from '../../api/session.ts';
import { keyStrings } from '../../strings/keys.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { useRequestedDialog } from '../../ui/overlay/requested-dialog.ts';
import { useRowSelection } from '../../ui/row-selection.ts';
import { sortingOf } from '../../ui/sorting-of.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyBulkActions } from './key-bulk-actions.tsx';
import { useKeyColumns } from './key-columns.tsx';
import { KeyFilters } from './key-filters.tsx';
import { keysRoute } from './keys-route.ts';

const idOf = (key: ApiKey) => key.id;
const nameOf = (key: ApiKey) => key.name;

export function KeysPage() {
  const filters = keysRoute.useLoaderDeps();
  const navigate = keysRoute.useNavigate();
  const list = usePagedList(apiKeyList(filters));
  const selection = useRowSelection({ list: list.rows, idOf, nameOf });
  const columns = useKeyColumns();
  const can = useCan();
  const [isCreating, setIsCreating] = useRequestedDialog('api_key');
  const create = can('api_keys.create') && (
    <Button look="primary" icon={Plus} onClick={() => setIsCreating(true)}>
      {keyStrings.create}
    </Button>
  );
  const { search, status, workspace, owner } = filters;
  const isFiltered = status !== 'active' || [search, workspace, owner].some(Boolean);
  const isEmpty = list.status === 'success' && list.rows.length === 0 && !isFiltered;
  const sorting = sortingOf(
    filters.sort,
    (sort) => void navigate({ search: (before) => ({ ...before, sort }), replace: true }),
  );
  const empty = isFiltered ? (
    <EmptyState icon={SearchX} title={keyStrings.empty.filteredTitle}>
      {keyStrings.empty.filtered}
    </EmptyState>
  ) : (
    <EmptyState icon={KeyRound} title={keyStrings.empty.title} action={create}>
      {keyStrings.empty.text}
    </EmptyState>
  );
  return (
    <Page lead={keyStrings.lead} actions={!isEmpty && create}>
      <KeyFilters columns={columns} sorting={sorting} />
      <DataTable
        label={keyStrings.list}
        columns={columns}
        list={list}
        rowKey={idOf}
        empty={empty}
        sorting={sorting}
        selection={can('api_keys.manage') ? selection : undefined}
      />
      <KeyBulkActions selection={selection} filters={filters} hasMore={list.hasMore} />
      {isCreating && <CreateKeyDialog onClose={() => setIsCreating(false)} />}
    </Page>
  );
}
