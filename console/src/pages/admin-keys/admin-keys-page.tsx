import type { AdminKey } from '@svc/contract';
import { Plus, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { adminKeyList } from '../../api/admin-keys.ts';
import { adminKeyStrings as words } from '../../strings/admin-keys.ts';
import { adminKeyColumns } from './admin-key-columns.tsx';
import { CreateAdminKeyDialog } from './create-admin-key-dialog.tsx';
import { EditAdminKeyDialog } from './edit-admin-key-dialog.tsx';
import { RevokeAdminKeyDialog } from './revoke-admin-key-dialog.tsx';
import { ListPage } from '../../ui/list-page.tsx';

/** What is open over the list. */
type Open = 'create' | { readonly edit: AdminKey } | { readonly revoke: AdminKey } | undefined;

export function AdminKeysPage() {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const columns = adminKeyColumns({
    onEdit: (edit) => setOpen({ edit }),
    onRevoke: (revoke) => setOpen({ revoke }),
  });
  return (
    <ListPage
      words={words}
      icon={ShieldCheck}
      list={adminKeyList()}
      columns={columns}
      action={{ icon: Plus, label: words.create, onAct: () => setOpen('create') }}
    >
      {open === 'create' && <CreateAdminKeyDialog onClose={close} />}
      {typeof open === 'object' && 'edit' in open && (
        <EditAdminKeyDialog adminKey={open.edit} onClose={close} />
      )}
      {typeof open === 'object' && 'revoke' in open && (
        <RevokeAdminKeyDialog adminKey={open.revoke} onClose={close} />
      )}
    </ListPage>
  );
}
