import type { AdminKey } from '@svc/contract';
import { ShieldCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { managedAdminKeyList } from '../../api/operator-resources.ts';
import { useMayChange } from '../../api/operator-session.ts';
import { usePagedList } from '../../api/pages.ts';
import { operatorResourceStrings } from '../../strings/operator-resources.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { adminKeyColumns } from './key-columns.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';

const { adminKeys: words } = operatorResourceStrings;
const idOf = ({ id }: AdminKey) => id;

export function AdminKeysTab({ organizationId }: { readonly organizationId: string }) {
  const list = usePagedList(managedAdminKeyList(organizationId));
  const mayChange = useMayChange();
  const [revoked, setRevoked] = useState<AdminKey>();
  const columns = useMemo(() => adminKeyColumns(mayChange ? setRevoked : undefined), [mayChange]);
  const empty = (
    <EmptyState icon={ShieldCheck} title={words.empty.title}>
      {words.empty.text}
    </EmptyState>
  );
  return (
    <>
      <DataTable label={words.list} columns={columns} list={list} rowKey={idOf} empty={empty} />
      {revoked && (
        <RevokeKeyDialog
          organizationId={organizationId}
          revoked={revoked}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </>
  );
}
