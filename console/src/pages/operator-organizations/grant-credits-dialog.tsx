import { grantCredits, MANAGED_ORGANIZATIONS } from '../../api/operator-organizations.ts';
import { useIdempotencyKey } from '../../api/use-idempotency-key.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { textRow, usdRow } from '../../ui/form/rows/text-rows.tsx';
import { formatUsd } from '../../ui/text/format.ts';

const { grant: words } = operatorStrings.organization;
const ROWS = {
  amount_usd: usdRow({ label: words.amount }),
  note: textRow({ label: words.note, hint: words.noteHint, maxLength: 200, optional: true }),
};

interface GrantCreditsDialogProps {
  readonly organizationId: string;
  readonly onClose: () => void;
}

export function GrantCreditsDialog({ organizationId, onClose }: GrantCreditsDialogProps) {
  const keyOf = useIdempotencyKey();
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      rows={ROWS}
      onSubmit={(body) => grantCredits(organizationId, body, keyOf(body))}
      refreshes={[MANAGED_ORGANIZATIONS]}
      done={({ amount_usd: added }) => words.done(formatUsd(added))}
      onClose={onClose}
    />
  );
}
