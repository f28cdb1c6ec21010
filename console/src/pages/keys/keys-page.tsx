import type { ApiKey } from '@svc/contract';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { apiKeyList } from '../../api/api-keys.ts';
import { usePagedList } from '../../api/pages.ts';
import { useCan } from '../../api/session.ts';
import { keyStrings } from '../../strings/keys.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { useKeyColumns } from './key-columns.tsx';
import { KeyFilters } from './key-filters.tsx';
import { keysRoute } from './keys-route.ts';

const idOf = (key: ApiKey) => key.id;

export function KeysPage() {
  const filters = keysRoute.useLoaderDeps();
  const list = usePagedList(apiKeyList(filters));
  const columns = useKeyColumns();
  const can = useCan();
  const [isCreating, setIsCreating] = useState(false);
  const create = can('api_keys.create') && (
    <Button look="primary" icon={Plus} onClick={() => setIsCreating(true)}>
      {keyStrings.create}
    </Button>
  );
  const isFiltered = filters.status !== 'active' || filters.workspace !== undefined;
  const isEmpty = list.status === 'success' && list.rows.length === 0;
  const empty = (
    <EmptyState icon={KeyRound} title={keyStrings.empty.title} action={create}>
      {isFiltered ? keyStrings.empty.filtered : keyStrings.empty.text}
    </EmptyState>
  );
  return (
    <Page title={keyStrings.title} lead={keyStrings.lead} actions={!isEmpty && create}>
      <KeyFilters filters={filters} />
      <DataTable label={keyStrings.list} columns={columns} list={list} rowKey={idOf} empty={empty} />
      <CreateKeyDialog open={isCreating} onClose={() => setIsCreating(false)} />
    </Page>
  );
}
