import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NewOperatorKey } from '@svc/contract';
import { useState } from 'react';
import { fieldError } from '../../api/failure.ts';
import { createOperatorKey, OPERATOR_KEYS } from '../../api/operator.ts';
import { refresh } from '../../api/pages.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { CodeField } from '../../ui/form/code-field.tsx';
import { Form, type FormValues } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { HeldActions } from '../../ui/form/held-actions.tsx';
import { LinesField, linesOf } from '../../ui/form/lines-field.tsx';
import { ValueOptions } from '../../ui/form/named-options.tsx';
import { SelectField, TextField } from '../../ui/form/text-field.tsx';
import { Dialog, DialogDone } from '../../ui/overlay/dialog.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';

const { form: words } = operatorStrings.keys;

export function CreateOperatorKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const [made, setMade] = useState<NewOperatorKey>();
  const create = useMutation({
    mutationFn: async (values: FormValues) => {
      setMade(
        await createOperatorKey({
          name: values('name').trim(),
          role: values('role') === 'operator' ? 'operator' : 'operator_viewer',
          allowed_ips: linesOf(values('ips')),
          totp: values('totp'),
        }),
      );
      await refresh(queries, OPERATOR_KEYS);
    },
  });
  return (
    <Dialog title={made ? words.madeTitle : words.title} open onClose={onClose}>
      {made ? (
        <MadeKey made={made} onDone={onClose} />
      ) : (
        <Form onSubmit={create.mutate}>
          <KeyFields error={create.error} />
          <FormError error={create.error} />
          <HeldActions onCancel={onClose} busy={create.isPending}>
            {words.submit}
          </HeldActions>
        </Form>
      )}
    </Dialog>
  );
}

function KeyFields({ error }: { readonly error: Error | null }) {
  return (
    <>
      <TextField
        label={words.name}
        hint={words.nameHint}
        name="name"
        maxLength={100}
        required
        error={fieldError(error, 'name')}
      />
      <SelectField label={words.role} name="role" defaultValue="operator_viewer">
        <ValueOptions of={operatorStrings.roles} />
      </SelectField>
      <LinesField
        label={words.ips}
        hint={words.ipsHint}
        name="ips"
        optional
        error={fieldError(error, 'allowed_ips')}
      />
      <CodeField label={words.code} hint={words.codeHint} name="totp" />
    </>
  );
}

function MadeKey({ made, onDone }: { readonly made: NewOperatorKey; readonly onDone: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <p>{words.made(made.name)}</p>
      <SecretOnce secret={made.secret} what={made.name} kind="key" />
      <DialogDone onDone={onDone}>{words.done}</DialogDone>
    </div>
  );
}
