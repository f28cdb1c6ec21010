import type { OperatorKey } from '@svc/contract';
import { Plus, ShieldCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { operatorKeyList } from '../../api/operator-keys.ts';
import { useMayChange } from '../../api/operator-session.ts';
import { usePagedList } from '../../api/pages.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { CreateOperatorKeyDialog } from './create-operator-key-dialog.tsx';
import { operatorKeyColumns } from './operator-key-columns.tsx';
import { RevokeOperatorKeyDialog } from './revoke-operator-key-dialog.tsx';

const { keys: words } = operatorStrings;
const idOf = ({ id }: OperatorKey) => id;

export function OperatorKeysPage() {
  const list = usePagedList(operatorKeyList());
  const mayChange = useMayChange();
  const [isCreating, setIsCreating] = useState(false);
  const [revoked, setRevoked] = useState<OperatorKey>();
  const columns = useMemo(() => operatorKeyColumns(mayChange ? setRevoked : undefined), [mayChange]);
  const create = mayChange && (
    <Button look="primary" icon={Plus} onClick={() => setIsCreating(true)}>
      {words.create}
    </Button>
  );
  const isEmpty = list.status === 'success' && list.rows.length === 0;
  const empty = (
    <EmptyState icon={ShieldCheck} title={words.empty.title} action={create}>
      {words.empty.text}
    </EmptyState>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={!isEmpty && create}>
      <DataTable label={words.list} columns={columns} list={list} rowKey={idOf} empty={empty} />
      {isCreating && <CreateOperatorKeyDialog onClose={() => setIsCreating(false)} />}
      {revoked && <RevokeOperatorKeyDialog operatorKey={revoked} onClose={() => setRevoked(undefined)} />}
    </Page>
  );
}
