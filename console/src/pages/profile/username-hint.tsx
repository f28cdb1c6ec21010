import { useMe } from '../../api/session.ts';

/** Tells password managers whose password a form is about. Nobody sees it, and nothing is sent. */
export function UsernameHint() {
  const { user } = useMe();
  return <input type="text" autoComplete="username" value={user.email} readOnly hidden />;
}
