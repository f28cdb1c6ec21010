import type { OrganizationSpendLimit } from '@svc/contract';
import { MANAGED_ORGANIZATIONS } from '../../api/operator-organizations.ts';
import { setSpendLimit } from '../../api/operator-resources.ts';
import { operatorResourceStrings } from '../../strings/operator-resources.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { emptyAs } from '../../ui/form/rows/row.ts';
import { usdRow } from '../../ui/form/rows/text-rows.tsx';

const { form: words } = operatorResourceStrings.spend;

interface SpendLimitDialogProps {
  readonly limit: OrganizationSpendLimit;
  readonly onClose: () => void;
}

export function SpendLimitDialog({ limit, onClose }: SpendLimitDialogProps) {
  const amount = usdRow({
    label: words.amount,
    hint: words.hint,
    initial: limit.limit_usd,
    optional: true,
  });
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      rows={{ limit_usd: emptyAs(null, amount) }}
      onSubmit={({ limit_usd: usd }) => setSpendLimit(limit.organization_id, usd)}
      refreshes={[MANAGED_ORGANIZATIONS]}
      done={words.done}
      onClose={onClose}
    />
  );
}
