import { links } from '../../api/sign-in.ts';
import { LinkPage } from '../../shell/link-page.tsx';
import { entryStrings } from '../../strings/entry.ts';
import { JoinWithNewAccount } from './join-with-new-account.tsx';
import { JoinWithAccount } from './join-with-account.tsx';

/** Who is new chooses a name and a password; who is known joins with the account they have. */
export function InvitePage() {
  return (
    <LinkPage title={entryStrings.invite.title} read={links.readInviteLink}>
      {(token, invite) =>
        invite.has_account ? (
          <JoinWithAccount token={token} invite={invite} />
        ) : (
          <JoinWithNewAccount token={token} invite={invite} />
        )
      }
    </LinkPage>
  );
}
