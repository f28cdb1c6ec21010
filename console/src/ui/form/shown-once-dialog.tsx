import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { refreshAll } from '../../api/pages.ts';
import { Dialog, DialogDone } from '../overlay/dialog.tsx';
import type { FormValues } from './form.tsx';
import { FormError } from './form-error.tsx';
import { HeldActions } from './held-actions.tsx';
import { HeldForm } from './held-form.tsx';
import { FieldRows } from './rows/field-rows.tsx';
import { readRows, type Rows } from './rows/row.ts';

interface ShownOnceDialogProps<Values, Made> {
  readonly title: string;
  /** What the button says. */
  readonly submit: string;
  readonly look?: 'primary' | 'danger';
  /** Resolves with what was made. What it rejects with is shown. */
  readonly onSubmit: (values: Values) => Promise<Made>;
  /** Prefixes of the queries that are out of date by then. */
  readonly refreshes?: readonly QueryKey[];
  /** What is said above the fields. */
  readonly children?: ReactNode;
  readonly rows: Rows<Values>;
  /** Of the dialog that shows what was made. */
  readonly madeTitle: string;
  /** With a `<SecretOnce>`, or what else asks before it is closed. */
  readonly renderMade: (made: Made) => ReactNode;
  /** What the button says that closes it. */
  readonly done: string;
  readonly wide?: boolean;
  /** Whether there is something to show. If not, the dialog closes. */
  readonly isShown?: (made: Made) => boolean;
  /** With what was made, if something was. */
  readonly onClose: (made?: Made) => void;
}

/**
 * A dialog that makes something and shows it this one time. It stays open while it is being made, and asks before what it shows is
 * lost. It exists only while it is open.
 */
export function ShownOnceDialog<Values, Made>({ onClose, ...dialog }: ShownOnceDialogProps<Values, Made>) {
  const queries = useQueryClient();
  const [made, setMade] = useState<Made>();
  const make = useMutation({
    mutationFn: async (values: FormValues) => {
      const result = await dialog.onSubmit(readRows(dialog.rows, values));
      const isShown = dialog.isShown?.(result) ?? true;
      if (isShown) setMade(result);
      await refreshAll(queries, dialog.refreshes ?? []);
      if (!isShown) onClose(result);
    },
  });
  const close = () => onClose(made);
  if (made === undefined)
    return (
      <Dialog title={dialog.title} open onClose={close}>
        <HeldForm onSubmit={make.mutateAsync} refusal={make.error}>
          {dialog.children}
          <FieldRows rows={dialog.rows} />
          <FormError error={make.error} />
          <HeldActions onCancel={close} busy={make.isPending} look={dialog.look ?? 'primary'}>
            {dialog.submit}
          </HeldActions>
        </HeldForm>
      </Dialog>
    );
  return (
    <Dialog title={dialog.madeTitle} open onClose={close} wide={dialog.wide ?? false}>
      <div className="flex flex-col gap-4">
        {dialog.renderMade(made)}
        <DialogDone onDone={close}>{dialog.done}</DialogDone>
      </div>
    </Dialog>
  );
}
