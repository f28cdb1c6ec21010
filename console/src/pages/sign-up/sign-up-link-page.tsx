import { signUp } from '../../api/sign-up.ts';
import { LinkPage } from '../../shell/link-page.tsx';
import { signUpStrings as words } from '../../strings/sign-up.ts';
import { AskForApproval } from './ask-for-approval.tsx';
import { ChoosePassword } from './choose-password.tsx';
import { WhileOpen } from './while-open.tsx';

/** Behind the mailed link: a password, or a request for approval. */
export function SignUpLinkPage() {
  return (
    <WhileOpen>
      {() => (
        <LinkPage title={words.link.title} read={signUp.readLink}>
          {(token, link) =>
            link.next === 'password' ? (
              <ChoosePassword token={token} link={link} />
            ) : (
              <AskForApproval token={token} link={link} />
            )
          }
        </LinkPage>
      )}
    </WhileOpen>
  );
}
