import type { SignUp } from '@svc/contract';
import { UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { signUpList } from '../../api/operator-sign-ups.ts';
import { useMayChange } from '../../api/operator-session.ts';
import { usePagedList } from '../../api/pages.ts';
import { operatorSignUpStrings as words } from '../../strings/operator-sign-ups.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ApproveSignUpDialog } from './approve-sign-up-dialog.tsx';
import { RefuseSignUpDialog } from './refuse-sign-up-dialog.tsx';
import { signUpColumns, type Decision } from './sign-up-columns.tsx';

const idOf = ({ id }: SignUp) => id;

export function SignUpsTab({ status }: Pick<SignUp, 'status'>) {
  const list = usePagedList(signUpList(status));
  const mayDecide = useMayChange() && status === 'waiting';
  const [decision, setDecision] = useState<Decision>();
  const columns = useMemo(
    () => signUpColumns(status, mayDecide ? setDecision : undefined),
    [status, mayDecide],
  );
  const close = () => setDecision(undefined);
  const empty = (
    <EmptyState icon={UserPlus} title={words.empty[status]}>
      {words.emptyText}
    </EmptyState>
  );
  return (
    <>
      <DataTable label={words.list} columns={columns} list={list} rowKey={idOf} empty={empty} />
      {decision?.to === 'approve' && <ApproveSignUpDialog signUp={decision.signUp} onClose={close} />}
      {decision?.to === 'refuse' && <RefuseSignUpDialog signUp={decision.signUp} onClose={close} />}
    </>
  );
}
