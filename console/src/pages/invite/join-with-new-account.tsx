import type { InviteLink } from '@svc/contract';
import { links } from '../../api/sign-in.ts';
import { PublicPage } from '../../shell/public-page.tsx';
import { useEnter } from '../../shell/use-enter.ts';
import { entryStrings } from '../../strings/entry.ts';
import { shellStrings } from '../../strings/shell.ts';
import { ChosenPasswordField, EntryForm, OwnNameField } from '../../resources/sign-in/entry-form.tsx';
import type { FormValues } from '../../ui/form/form.tsx';

const { invite: words } = entryStrings;

export interface JoinProps {
  readonly token: string;
  readonly invite: InviteLink;
}

export function JoinWithNewAccount({ token, invite: { organization, email, role } }: JoinProps) {
  const enter = useEnter();
  const join = async (values: FormValues) => {
    await links.acceptInviteLink({ token, name: values('name').trim(), password: values('password') });
    await enter();
  };
  return (
    <PublicPage title={words.titleOf(organization)} lead={words.lead(email, shellStrings.roles[role])}>
      <EntryForm submit={words.submit} onSubmit={join}>
        <OwnNameField />
        <ChosenPasswordField email={email} />
      </EntryForm>
    </PublicPage>
  );
}
