import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OwnerSetupLink } from '@svc/contract';
import { useState } from 'react';
import { fieldError } from '../../api/failure.ts';
import { createOwnerLink, MANAGED } from '../../api/operator.ts';
import { refresh } from '../../api/pages.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { Form, type FormValues } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { HeldActions } from '../../ui/form/held-actions.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Dialog, DialogDone } from '../../ui/overlay/dialog.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';

const { ownerLink: words } = operatorStrings.organization;

interface OwnerLinkDialogProps {
  readonly organizationId: string;
  readonly onClose: () => void;
}

export function OwnerLinkDialog({ organizationId, onClose }: OwnerLinkDialogProps) {
  const queries = useQueryClient();
  const [link, setLink] = useState<OwnerSetupLink>();
  const create = useMutation({
    mutationFn: async (values: FormValues) => {
      const email = values('email').trim();
      setLink(await createOwnerLink(organizationId, email === '' ? {} : { email }));
      await refresh(queries, MANAGED);
    },
  });
  return (
    <Dialog title={link ? words.madeTitle : words.title} open onClose={onClose}>
      {link ? (
        <MadeLink link={link} onDone={onClose} />
      ) : (
        <Form onSubmit={create.mutate}>
          <p>{words.text}</p>
          <TextField
            label={words.email}
            hint={words.emailHint}
            name="email"
            type="email"
            optional
            error={fieldError(create.error, 'email')}
          />
          <FormError error={create.error} />
          <HeldActions onCancel={onClose} busy={create.isPending} look="danger">
            {words.submit}
          </HeldActions>
        </Form>
      )}
    </Dialog>
  );
}

function MadeLink({ link, onDone }: { readonly link: OwnerSetupLink; readonly onDone: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <p>{words.made(link.email)}</p>
      <SecretOnce secret={link.url} what={words.what} kind="link" />
      <DialogDone onDone={onDone}>{words.done}</DialogDone>
    </div>
  );
}
