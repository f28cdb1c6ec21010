import { billingOptions, LEDGER, recordPayment } from '../../api/billing.ts';
import { billingStrings } from '../../strings/billing.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { textRow, usdRow } from '../../ui/form/rows/text-rows.tsx';
import { formatUsd } from '../../ui/text/format.ts';

const { payment: words } = billingStrings;
const ROWS = {
  amount_usd: usdRow({ label: words.amount, hint: words.amountHint }),
  reference: textRow({
    label: words.reference,
    hint: words.referenceHint,
    autoComplete: 'off',
    maxLength: 100,
  }),
};

export function PaymentDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      rows={ROWS}
      onSubmit={recordPayment}
      refreshes={[billingOptions.queryKey, LEDGER]}
      done={(payment) => words.done(formatUsd(payment.amount_usd))}
      onClose={onClose}
    >
      <p className="text-quiet">{words.lead}</p>
    </FormDialog>
  );
}
