import { useQueryClient } from '@tanstack/react-query';
import { grantCredits, MANAGED_ORGANIZATIONS } from '../../api/operator-organizations.ts';
import { refresh } from '../../api/pages.ts';
import { useIdempotencyKey } from '../../api/use-idempotency-key.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { FormValues } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { formatUsd } from '../../ui/text/format.ts';

const { grant: words } = operatorStrings.organization;

interface GrantCreditsDialogProps {
  readonly organizationId: string;
  readonly onClose: () => void;
}

export function GrantCreditsDialog({ organizationId, onClose }: GrantCreditsDialogProps) {
  const queries = useQueryClient();
  const keyOf = useIdempotencyKey();
  const grant = async (values: FormValues) => {
    const body = { amount_usd: values('amount').trim(), note: values('note').trim() };
    const { amount_usd: added } = await grantCredits(organizationId, body, keyOf(body));
    await refresh(queries, MANAGED_ORGANIZATIONS);
    toast(words.done(formatUsd(added)));
  };
  return (
    <FormDialog title={words.title} submit={words.submit} onClose={onClose} onSubmit={grant}>
      <TextField
        label={words.amount}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        required
        param="amount_usd"
      />
      <TextField label={words.note} hint={words.noteHint} name="note" maxLength={200} optional param="note" />
    </FormDialog>
  );
}
