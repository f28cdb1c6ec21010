import { useQueryClient } from '@tanstack/react-query';
import type { OrganizationSpendLimit } from '@svc/contract';
import { fieldError } from '../../api/failure.ts';
import { MANAGED_ORGANIZATIONS } from '../../api/operator-organizations.ts';
import { setSpendLimit } from '../../api/operator-resources.ts';
import { refresh } from '../../api/pages.ts';
import { operatorResourceStrings } from '../../strings/operator-resources.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { form: words } = operatorResourceStrings.spend;

interface SpendLimitDialogProps {
  readonly limit: OrganizationSpendLimit;
  readonly onClose: () => void;
}

export function SpendLimitDialog({ limit, onClose }: SpendLimitDialogProps) {
  const queries = useQueryClient();
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      onClose={onClose}
      onSubmit={async (values) => {
        const amount = values('amount').trim();
        await setSpendLimit(limit.organization_id, amount === '' ? null : amount);
        await refresh(queries, MANAGED_ORGANIZATIONS);
        toast(words.done);
      }}
    >
      {(error) => (
        <TextField
          label={words.amount}
          hint={words.hint}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={limit.limit_usd ?? ''}
          optional
          error={fieldError(error, 'limit_usd')}
        />
      )}
    </FormDialog>
  );
}
