import { useState } from 'react';
import { useMe } from '../../api/session.ts';
import { profileStrings } from '../../strings/profile.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/page.tsx';
import { RemoveAuthenticatorDialog } from './remove-authenticator-dialog.tsx';
import { RenewCodesDialog } from './renew-codes-dialog.tsx';
import { SetUpAuthenticatorDialog } from './set-up-authenticator-dialog.tsx';

const { authenticator: words } = profileStrings;

export function AuthenticatorCard() {
  const { user } = useMe();
  const [open, setOpen] = useState<'set-up' | 'remove' | 'codes'>();
  const close = () => setOpen(undefined);
  return (
    <Card
      title={words.title}
      lead={words.lead}
      actions={
        <Badge tone={user.second_factor ? 'good' : 'warn'}>{user.second_factor ? words.on : words.off}</Badge>
      }
    >
      <div className="flex flex-wrap gap-2">
        {user.second_factor ? (
          <>
            <Button onClick={() => setOpen('codes')}>{words.newCodes}</Button>
            <Button onClick={() => setOpen('remove')}>{words.remove}</Button>
          </>
        ) : (
          <Button look="primary" onClick={() => setOpen('set-up')}>
            {words.setUp}
          </Button>
        )}
      </div>
      {open === 'set-up' && <SetUpAuthenticatorDialog onClose={close} />}
      {open === 'remove' && <RemoveAuthenticatorDialog onClose={close} />}
      {open === 'codes' && <RenewCodesDialog onClose={close} />}
    </Card>
  );
}
