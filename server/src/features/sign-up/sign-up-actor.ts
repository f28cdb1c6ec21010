import type { OperatorEvent } from '@svc/contract';
import type { StoredSignUp } from './store.ts';

/** Who acts, in the log of the deployment. */
export function actorOf({ id, email }: StoredSignUp): OperatorEvent['actor'] {
  return { type: 'sign_up', id, name: email, role: null };
}
