import type { ApiKey } from '@svc/contract';
import { useState } from 'react';
import type { ApiKeyFilters } from '../../api/api-keys.ts';
import { keyStrings } from '../../strings/keys.ts';
import { Button } from '../../ui/button.tsx';
import type { SelectedRows } from '../../ui/row-selection.ts';
import { SelectionBar } from '../../ui/selection-bar.tsx';
import { KeyBulkDialog } from './key-bulk-dialog.tsx';
import { SelectMatching } from './select-matching.tsx';
import type { BulkAction, BulkTask } from './use-bulk-update.ts';

const { bulk: words } = keyStrings;
const ACTIONS = ['deactivate', 'activate', 'revoke'] as const;

/** Which keys an action does something to. */
const APPLIES: Readonly<Record<BulkAction, (key: ApiKey) => boolean>> = {
  activate: ({ status }) => status === 'inactive',
  deactivate: ({ status }) => status === 'active',
  revoke: ({ status }) => status !== 'revoked',
};

interface KeyBulkActionsProps {
  readonly selection: SelectedRows<ApiKey>;
  readonly filters: ApiKeyFilters;
  /** There are matching keys that are not loaded. */
  readonly hasMore: boolean;
}

export function KeyBulkActions({ selection, filters, hasMore }: KeyBulkActionsProps) {
  const [task, setTask] = useState<BulkTask>();
  const { rows, set } = selection;
  const done = (left: readonly ApiKey[]) => {
    setTask(undefined);
    set(left);
  };
  return (
    <>
      <SelectionBar count={rows.length} onClear={() => set([])}>
        {hasMore && <SelectMatching filters={filters} onSelect={set} />}
        {ACTIONS.map((action) => {
          const keys = rows.filter(APPLIES[action]);
          if (keys.length === 0) return null;
          return (
            <Button
              key={action}
              look={action === 'revoke' ? 'danger' : 'secondary'}
              onClick={() => setTask({ action, keys, untouched: rows.length - keys.length })}
            >
              {words.actions[action]}
            </Button>
          );
        })}
      </SelectionBar>
      {task && <KeyBulkDialog task={task} onCancel={() => setTask(undefined)} onDone={done} />}
    </>
  );
}
