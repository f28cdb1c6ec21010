import { signOut } from '../api/sign-in.ts';
import { useEndSignIn } from './use-end-sign-in.ts';

/** Signs out of the Console. */
export function useSignOut(): () => Promise<void> {
  return useEndSignIn(signOut, '/sign-in');
}
