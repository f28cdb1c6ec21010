import type { OrganizationSpendLimit } from '@svc/contract';
import { MANAGED_ORGANIZATIONS } from '../../api/operator-organizations.ts';
import { setSpendLimit } from '../../api/operator-resources.ts';
import { operatorResourceStrings } from '../../strings/operator-resources.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

const { form: words } = operatorResourceStrings.spend;

interface SpendLimitDialogProps {
  readonly limit: OrganizationSpendLimit;
  readonly onClose: () => void;
}

export function SpendLimitDialog({ limit, onClose }: SpendLimitDialogProps) {
  return (
    <FormDialog
      refreshes={MANAGED_ORGANIZATIONS}
      done={words.done}
      title={words.title}
      submit={words.submit}
      onClose={onClose}
      onSubmit={async (values) => {
        const amount = values('amount').trim();
        await setSpendLimit(limit.organization_id, amount === '' ? null : amount);
      }}
    >
      <TextField
        label={words.amount}
        hint={words.hint}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={limit.limit_usd ?? ''}
        optional
        param="limit_usd"
      />
    </FormDialog>
  );
}
