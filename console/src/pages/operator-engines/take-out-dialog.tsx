import type { Route } from '@svc/contract';
import { setRoute } from '../../api/operator-engines.ts';
import { operatorEngineStrings } from '../../strings/operator-engines.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { emptyAs } from '../../ui/form/rows/row.ts';
import { textRow } from '../../ui/form/rows/text-rows.tsx';
import { Notice } from '../../ui/notice.tsx';

const { takeOut: words } = operatorEngineStrings;
const ROWS = {
  reason: emptyAs(
    null,
    textRow({ label: words.reason, hint: words.reasonHint, maxLength: 200, required: false }),
  ),
};

interface TakeOutDialogProps {
  readonly route: Pick<Route, 'model' | 'engine'>;
  readonly isLast: boolean;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

/** Says what becomes of calls before it happens. */
export function TakeOutDialog({ route, isLast, onClose, onDone }: TakeOutDialogProps) {
  return (
    <FormDialog
      title={words.title}
      submit={words.action}
      rows={ROWS}
      onSubmit={async ({ reason }) => {
        await setRoute(route, { in_service: false, reason });
        await onDone();
      }}
      onClose={onClose}
    >
      <p className="break-words">{words.text(route.engine, route.model)}</p>
      {isLast && <Notice tone="danger">{words.last(route.model)}</Notice>}
    </FormDialog>
  );
}
