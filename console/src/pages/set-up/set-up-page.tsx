import { links } from '../../api/sign-in.ts';
import type { OwnerLink } from '@svc/contract';
import { LinkPage } from '../../shell/link-page.tsx';
import { PublicPage } from '../../shell/public-page.tsx';
import { useEnter } from '../../shell/use-enter.ts';
import { entryStrings } from '../../strings/entry.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { ChosenPasswordField, EntryForm, OwnNameField } from '../../resources/sign-in/entry-form.tsx';
import type { FormValues } from '../../ui/form/form.tsx';

const { setUp: words } = entryStrings;

/** Behind the link that the first start prints: name, email and password of the primary owner. */
export function SetUpPage() {
  return (
    <LinkPage title={words.title} read={links.readOwnerLink}>
      {(token, owner) => <SetUpForm token={token} owner={owner} />}
    </LinkPage>
  );
}

function SetUpForm({ token, owner }: { readonly token: string; readonly owner: OwnerLink }) {
  const enter = useEnter();
  const setUp = async (values: FormValues) => {
    await links.setUpOwner({
      token,
      name: values('name').trim(),
      email: values('email').trim(),
      password: values('password'),
    });
    await enter();
  };
  return (
    <PublicPage title={words.title} lead={words.organization(owner.organization)}>
      <EntryForm submit={words.submit} onSubmit={setUp}>
        <OwnNameField />
        <TextField
          label={entryStrings.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          param="email"
        />
        <ChosenPasswordField />
      </EntryForm>
    </PublicPage>
  );
}
