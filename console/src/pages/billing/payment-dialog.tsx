import { useQueryClient } from '@tanstack/react-query';
import { billingOptions, LEDGER, recordPayment } from '../../api/billing.ts';
import { billingStrings } from '../../strings/billing.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { formatUsd } from '../../ui/text/format.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { payment: words } = billingStrings;

export function PaymentDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      onClose={onClose}
      onSubmit={async (values) => {
        const payment = await recordPayment({
          amount_usd: values('amount').trim(),
          reference: values('reference').trim(),
        });
        await Promise.all([
          queries.invalidateQueries(billingOptions),
          queries.invalidateQueries({ queryKey: LEDGER }),
        ]);
        toast(words.done(formatUsd(payment.amount_usd)));
      }}
    >
      <p className="text-quiet">{words.lead}</p>
      <TextField
        label={words.amount}
        hint={words.amountHint}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        required
        param="amount_usd"
      />
      <TextField
        label={words.reference}
        hint={words.referenceHint}
        name="reference"
        autoComplete="off"
        maxLength={100}
        required
        param="reference"
      />
    </FormDialog>
  );
}
