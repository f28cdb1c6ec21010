import { useMutation, useQueryClient } from '@tanstack/react-query';
import { passkeysOptions, type Proof } from '../../api/account.ts';
import { addPasskey, PasskeyStopped } from '../../api/passkeys.ts';
import { profileStrings } from '../../strings/profile.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/overlay/dialog.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { ProofFields, proofOf } from './proof-fields.tsx';

const { passkeys: words } = profileStrings;

export function AddPasskeyDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const add = useMutation({
    mutationFn: async ({ name, proof }: { readonly name: string; readonly proof: Proof }) => {
      await addPasskey(name, proof);
      await queries.invalidateQueries({ queryKey: passkeysOptions.queryKey });
      toast(words.added);
      onClose();
    },
  });
  return (
    <Dialog title={words.addTitle} open onClose={onClose}>
      <Form onSubmit={(values) => add.mutate({ name: values('name').trim(), proof: proofOf(values) })}>
        <TextField label={words.name} hint={words.nameHint} name="name" maxLength={100} required />
        <ProofFields />
        {add.error instanceof PasskeyStopped ? (
          <Notice tone="warn" alert>
            {words.stopped}
          </Notice>
        ) : (
          <FormError error={add.error} />
        )}
        <DialogActions>
          <Button onClick={onClose}>{uiStrings.cancel}</Button>
          <Button type="submit" look="primary" busy={add.isPending}>
            {words.next}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
