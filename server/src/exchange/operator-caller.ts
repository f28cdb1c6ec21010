import type { OperatorRole } from '@svc/contract';

/** Somebody who runs the deployment, or a key of theirs, read for this request. Belongs to no organization. */
export interface OperatorCaller {
  readonly kind: 'operator' | 'operator_key';
  /** Of the operator, or of the key. */
  readonly id: string;
  /** The email of the operator; the name of the key. */
  readonly name: string;
  readonly role: OperatorRole;
  /** Undefined: a key. */
  readonly sessionId: string | undefined;
}
