import type { OperatorKey } from '@svc/contract';
import { Plus, ShieldCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { operatorKeyList } from '../../api/operator-keys.ts';
import { useMayChange } from '../../api/operator-session.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { CreateOperatorKeyDialog } from './create-operator-key-dialog.tsx';
import { operatorKeyColumns } from './operator-key-columns.tsx';
import { RevokeOperatorKeyDialog } from './revoke-operator-key-dialog.tsx';
import { ListPage } from '../../ui/list-page.tsx';

const { keys: words } = operatorStrings;

export function OperatorKeysPage() {
  const mayChange = useMayChange();
  const [isCreating, setIsCreating] = useState(false);
  const [revoked, setRevoked] = useState<OperatorKey>();
  const columns = useMemo(() => operatorKeyColumns(mayChange ? setRevoked : undefined), [mayChange]);
  return (
    <ListPage
      words={words}
      icon={ShieldCheck}
      list={operatorKeyList()}
      columns={columns}
      action={mayChange ? { icon: Plus, label: words.create, onAct: () => setIsCreating(true) } : undefined}
    >
      {isCreating && <CreateOperatorKeyDialog onClose={() => setIsCreating(false)} />}
      {revoked && <RevokeOperatorKeyDialog operatorKey={revoked} onClose={() => setRevoked(undefined)} />}
    </ListPage>
  );
}
