import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OwnerSetupLink } from '@svc/contract';
import { useState } from 'react';
import { fieldError } from '../../api/failure.ts';
import { createOwnerLink, MANAGED } from '../../api/operator.ts';
import { refresh } from '../../api/pages.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../../ui/button.tsx';
import { Form, type FormValues } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Dialog, DialogActions, DialogDone } from '../../ui/overlay/dialog.tsx';
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
          <DialogActions>
            <Button onClick={onClose}>{uiStrings.cancel}</Button>
            <Button type="submit" look="danger" busy={create.isPending}>
              {words.submit}
            </Button>
          </DialogActions>
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
