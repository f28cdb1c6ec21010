import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { account, passkeysOptions, type Passkey } from '../../api/account.ts';
import { canUsePasskeys } from '../../api/passkeys.ts';
import { profileStrings } from '../../strings/profile.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { Card } from '../../ui/page.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { Moment } from '../../ui/text/time.tsx';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';

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
      {data?.data.length === 0 && <p className="text-quiet">{canUsePasskeys() ? words.none : words.unsupported}</p>}
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
  const remove = async () => {
    await account.removePasskey(id);
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
      <ConfirmDialog
        title={words.removeTitle(name)}
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={remove}
        action={words.removeAction}
      >
        <p>{words.removeText}</p>
      </ConfirmDialog>
    </li>
  );
}
