import type { Route } from '@svc/contract';
import { setRoute } from '../../api/operator-engines.ts';
import { operatorEngineStrings } from '../../strings/operator-engines.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Notice } from '../../ui/notice.tsx';

const { takeOut: words } = operatorEngineStrings;

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
      onClose={onClose}
      onSubmit={async (values) => {
        const reason = values('reason').trim();
        await setRoute(route, { in_service: false, reason: reason === '' ? null : reason });
        await onDone();
      }}
    >
      <p className="break-words">{words.text(route.engine, route.model)}</p>
      {isLast && <Notice tone="danger">{words.last(route.model)}</Notice>}
      <TextField label={words.reason} hint={words.reasonHint} name="reason" maxLength={200} param="reason" />
    </FormDialog>
  );
}
