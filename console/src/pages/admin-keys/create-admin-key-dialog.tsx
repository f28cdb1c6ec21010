import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NewAdminKey } from '@svc/contract';
import { useState } from 'react';
import { ADMIN_KEYS, createAdminKey } from '../../api/admin-keys.ts';
import { fieldError } from '../../api/failure.ts';
import { refresh } from '../../api/pages.ts';
import { adminKeyStrings } from '../../strings/admin-keys.ts';
import { CodeField } from '../../ui/form/code-field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Form, type FormValues } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { HeldActions } from '../../ui/form/held-actions.tsx';
import { LinesField, linesOf } from '../../ui/form/lines-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { NewKeySecret } from '../keys/new-key-secret.tsx';
import { NeedsSecondFactor } from './needs-second-factor.tsx';

const { form: words } = adminKeyStrings;

export function CreateAdminKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const [made, setMade] = useState<NewAdminKey>();
  const create = useMutation({
    mutationFn: async (values: FormValues) => {
      setMade(
        await createAdminKey({
          name: values('name').trim(),
          allowed_ips: linesOf(values('ips')),
          totp: values('totp'),
        }),
      );
      await refresh(queries, ADMIN_KEYS);
    },
  });
  return (
    <Dialog title={made ? words.madeTitle : words.title} open onClose={onClose}>
      {made ? (
        <NewKeySecret apiKey={made} onDone={onClose} />
      ) : (
        <NeedsSecondFactor>
          <Form onSubmit={create.mutate}>
            <AdminKeyFields error={create.error} />
            <FormError error={create.error} />
            <HeldActions onCancel={onClose} busy={create.isPending}>
              {words.submit}
            </HeldActions>
          </Form>
        </NeedsSecondFactor>
      )}
    </Dialog>
  );
}

function AdminKeyFields({ error }: { readonly error: Error | null }) {
  return (
    <>
      <TextField
        label={words.name}
        hint={words.nameHint}
        docs="admin"
        name="name"
        maxLength={100}
        required
        error={fieldError(error, 'name')}
      />
      <LinesField
        label={words.ips}
        hint={words.ipsHint}
        name="ips"
        optional
        error={fieldError(error, 'allowed_ips')}
      />
      <Notice tone="warn">{words.recommended}</Notice>
      <CodeField label={words.code} hint={words.codeHint} name="totp" />
    </>
  );
}
