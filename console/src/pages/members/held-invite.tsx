import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { findInviteLink } from '../../api/mails.ts';
import { useCan } from '../../api/session.ts';
import { inviteStrings } from '../../strings/members.ts';
import { FormError } from '../../ui/form/form-error.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DialogDone } from '../../ui/overlay/dialog.tsx';
import { SecretText } from '../../ui/secret-text.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const { held: words } = inviteStrings.create;

interface HeldInviteProps {
  readonly email: string;
  readonly onDone: () => void;
}

/** What becomes of an invite that nothing mails: its link, for those who may see mail; for others, whom to ask. */
export function HeldInvite({ email, onDone }: HeldInviteProps) {
  const can = useCan();
  return (
    <div className="flex flex-col gap-4">
      {can('outbox.read') ? <InviteLink email={email} /> : <Notice>{words.ask(email)}</Notice>}
      <DialogDone onDone={onDone}>{words.done}</DialogDone>
    </div>
  );
}

function InviteLink({ email }: { readonly email: string }) {
  // Not kept after the dialog closes: anyone with the link can open the account.
  const { data: link, error } = useQuery({
    queryKey: ['mails', 'invite-link', email],
    queryFn: () => findInviteLink(email),
    gcTime: 0,
  });
  return (
    <>
      <p>{words.text(email)}</p>
      <FormError error={error} />
      {!link && !error && <Skeleton className="h-10" />}
      {link && <SecretText secret={link} what={words.what} />}
      <Notice tone="warn">{words.only}</Notice>
      <p className="text-[13px] text-quiet">
        {words.waits}{' '}
        <Link to="/outbox" className="rounded text-accent underline underline-offset-4">
          {words.open}
        </Link>
      </p>
    </>
  );
}
