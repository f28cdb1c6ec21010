import type { AdminKey } from '@svc/contract';
import { Plus, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { adminKeyList } from '../../api/admin-keys.ts';
import { usePagedList } from '../../api/pages.ts';
import { adminKeyStrings as words } from '../../strings/admin-keys.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { adminKeyColumns } from './admin-key-columns.tsx';
import { CreateAdminKeyDialog } from './create-admin-key-dialog.tsx';
import { EditAdminKeyDialog } from './edit-admin-key-dialog.tsx';
import { RevokeAdminKeyDialog } from './revoke-admin-key-dialog.tsx';

/** What is open over the list. */
type Open = 'create' | { readonly edit: AdminKey } | { readonly revoke: AdminKey } | undefined;

const idOf = (key: AdminKey) => key.id;

export function AdminKeysPage() {
  const [open, setOpen] = useState<Open>();
  const list = usePagedList(adminKeyList());
  const close = () => setOpen(undefined);
  const columns = adminKeyColumns({
    onEdit: (edit) => setOpen({ edit }),
    onRevoke: (revoke) => setOpen({ revoke }),
  });
  const create = (
    <Button look="primary" icon={Plus} onClick={() => setOpen('create')}>
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
      {open === 'create' && <CreateAdminKeyDialog onClose={close} />}
      {typeof open === 'object' && 'edit' in open && (
        <EditAdminKeyDialog adminKey={open.edit} onClose={close} />
      )}
      {typeof open === 'object' && 'revoke' in open && (
        <RevokeAdminKeyDialog adminKey={open.revoke} onClose={close} />
      )}
    </Page>
  );
}
