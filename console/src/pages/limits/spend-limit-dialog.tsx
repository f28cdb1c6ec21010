import type { SpendLimit } from '@svc/contract';
import { call } from '../../api/console-api.ts';
import { SPEND_LIMITS, type SpendScope } from '../../api/limits.ts';
import { WORKSPACE_QUERIES } from '../../api/workspaces.ts';
import { limitStrings } from '../../strings/limits.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { keptRow } from '../../ui/form/rows/row.ts';
import { usdRow } from '../../ui/form/rows/text-rows.tsx';
import { scopeRow } from './scope-row.tsx';

const { set: words } = limitStrings.spend;

interface SpendLimitDialogProps {
  /** The limit that is changed, with what it is for. Absent: a new one. */
  readonly limit?: SpendLimit;
  readonly name?: string;
  readonly onClose: () => void;
}

export function SpendLimitDialog({ limit, name, onClose }: SpendLimitDialogProps) {
  return (
    <FormDialog
      title={name ?? words.title}
      submit={words.submit}
      rows={{
        scope: limit ? keptRow(limit.scope as SpendScope) : scopeRow,
        limit_usd: usdRow({
          label: words.amount,
          hint: words.amountHint,
          docs: 'spendLimits',
          initial: limit?.limit_usd,
        }),
      }}
      onSubmit={(body) => call('setSpendLimit', { body })}
      // A workspace shows its own limit, too.
      refreshes={[SPEND_LIMITS, ...WORKSPACE_QUERIES]}
      done={words.done}
      onClose={onClose}
    />
  );
}
