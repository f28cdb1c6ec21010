import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Passkey } from '@svc/contract';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { account, passkeysOptions, type Proof } from '../../api/account.ts';
import { canUsePasskeys } from '../../api/passkeys.ts';
import { profileStrings } from '../../strings/profile.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { Card } from '../../ui/page.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { Moment } from '../../ui/text/time.tsx';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { PasswordAgainForm } from './password-again-form.tsx';

const { passkeys: words } = profileStrings;

export function PasskeysCard() {
  const { data, error } = useQuery(passkeysOptions);
  const [isAdding, setIsAdding] = useState(false);
  const add = canUsePasskeys() && (
    <Button icon={Plus} onClick={() => setIsAdding(true)}>
      {words.add}
    </Button>
  );
  return (
    <Card title={words.title} lead={words.lead} actions={add}>
      <FormError error={error} />
      {data?.data.length === 0 && (
        <p className="text-quiet">{canUsePasskeys() ? words.none : words.unsupported}</p>
      )}
      <ul className="divide-y divide-line">
        {data?.data.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ul>
      {isAdding && <AddPasskeyDialog onClose={() => setIsAdding(false)} />}
    </Card>
  );
}

function PasskeyRow({ passkey: { id, name, created_at: madeAt } }: { readonly passkey: Passkey }) {
  const queries = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const remove = async (proof: Proof) => {
    await account.removePasskey(id, proof);
    await queries.invalidateQueries({ queryKey: passkeysOptions.queryKey });
    toast(words.removed);
  };
  return (
    <li className="flex items-center justify-between gap-4 py-2">
      <div className="min-w-0">
        <p className="truncate font-medium">{name}</p>
        <p className="text-[13px] text-quiet">
          {words.made} <Moment at={madeAt} />
        </p>
      </div>
      <Button aria-label={words.remove(name)} onClick={() => setIsAsking(true)}>
        {words.removeAction}
      </Button>
      {isAsking && (
        <Dialog title={words.removeTitle(name)} open onClose={close}>
          <PasswordAgainForm action={words.removeAction} danger onSubmit={remove} onCancel={close}>
            <p>{words.removeText}</p>
          </PasswordAgainForm>
        </Dialog>
      )}
    </li>
  );
}
