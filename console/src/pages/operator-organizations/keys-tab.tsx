import type { ManagedKey } from '@svc/contract';
import { KeyRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { KeyStatusFilter } from '../../api/api-keys.ts';
import { managedKeyList } from '../../api/operator-resources.ts';
import { useMayChange } from '../../api/operator-session.ts';
import { usePagedList } from '../../api/pages.ts';
import { operatorResourceStrings } from '../../strings/operator-resources.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ChoiceField } from '../../ui/form/choice-field.tsx';
import { managedKeyColumns } from './key-columns.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';

const { keys: words } = operatorResourceStrings;
const idOf = ({ id }: ManagedKey) => id;

export function KeysTab({ organizationId }: { readonly organizationId: string }) {
  const [status, setStatus] = useState<KeyStatusFilter>('active');
  const list = usePagedList(managedKeyList(organizationId, status));
  const mayChange = useMayChange();
  const [revoked, setRevoked] = useState<ManagedKey>();
  const columns = useMemo(() => managedKeyColumns(mayChange ? setRevoked : undefined), [mayChange]);
  const empty = (
    <EmptyState icon={KeyRound} title={words.empty.title}>
      {words.empty.text}
    </EmptyState>
  );
  return (
    <div className="flex flex-col gap-4">
      <ChoiceField label={words.show} value={status} names={words.statuses} onChange={setStatus} />
      <DataTable label={words.list} columns={columns} list={list} rowKey={idOf} empty={empty} />
      {revoked && (
        <RevokeKeyDialog
          organizationId={organizationId}
          revoked={revoked}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </div>
  );
}
