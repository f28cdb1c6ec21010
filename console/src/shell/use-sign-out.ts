import { signOut } from '../api/sign-in.ts';
import { forgetPerson } from '../api/kept-content.ts';
import { useEndSignIn } from './use-end-sign-in.ts';

/** Signs out of the Console. The browser keeps no content of the person. */
export function useSignOut(): () => Promise<void> {
  return useEndSignIn(signOut, '/sign-in', () => forgetPerson(localStorage));
}
