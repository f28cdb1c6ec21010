import { useMe } from '../../api/session.ts';
import { profileStrings } from '../../strings/profile.ts';
import { Page } from '../../ui/page.tsx';
import { AuthenticatorCard } from './authenticator-card.tsx';
import { CodeSessionsCard } from './code-sessions-card.tsx';
import { NameCard } from './name-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function ProfilePage() {
  const { user } = useMe();
  return (
    <Page title={profileStrings.title} lead={user.email}>
      <NameCard />
      <AuthenticatorCard />
      <PasskeysCard />
      <PasswordCard />
      <SessionsCard />
      <CodeSessionsCard />
    </Page>
  );
}
