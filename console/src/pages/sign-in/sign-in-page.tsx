import { useEnter } from '../../shell/use-enter.ts';
import { signInRoute } from './sign-in-route.ts';
import { SignInSteps } from '../../resources/sign-in/sign-in-steps.tsx';

export function SignInPage() {
  const { next } = signInRoute.useSearch();
  const enter = useEnter();
  return <SignInSteps onSignedIn={() => enter(next)} />;
}
