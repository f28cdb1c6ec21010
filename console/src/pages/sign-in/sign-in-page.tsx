import { useEnter } from '../../shell/use-enter.ts';
import { signInStrings } from '../../strings/sign-in.ts';
import { Notice } from '../../ui/notice.tsx';
import { SignInSteps } from '../../resources/sign-in/sign-in-steps.tsx';
import { signInRoute } from './sign-in-route.ts';

const ROOT = '/console';

export function SignInPage() {
  const search = signInRoute.useSearch();
  const enter = useEnter();
  const next = search.next ?? ownPath(search.return_to);
  return (
    <SignInSteps
      onSignedIn={() => enter(next)}
      first={search.step}
      next={next}
      notice={
        search.sso_error && (
          <div className="mb-4">
            <Notice tone="warn" alert>
              {signInStrings.ssoErrors[search.sso_error]}
            </Notice>
          </div>
        )
      }
    />
  );
}

/** The service sends whole paths; the pages have theirs below the root. */
function ownPath(returnTo: string | undefined): string | undefined {
  return returnTo?.startsWith(`${ROOT}/`) ? returnTo.slice(ROOT.length) : undefined;
}
