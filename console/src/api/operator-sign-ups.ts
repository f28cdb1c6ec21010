import type { SignUp } from '@svc/contract';
import { operatorCall } from './operator-session.ts';
import { listOptions } from './pages.ts';

/** Prefix of sign-ups in an operator's cache. */
export const SIGN_UPS = ['operator', 'sign-ups'] as const;

export const signUpList = (status: SignUp['status']) =>
  listOptions<SignUp>([...SIGN_UPS, status], (page, { signal }) =>
    operatorCall('GET', '/signups', { query: { ...page, status }, signal }),
  );

function one(id: string): string {
  return `/signups/${encodeURIComponent(id)}`;
}

export const approveSignUp = (id: string) => operatorCall<SignUp>('POST', `${one(id)}/approve`);

export const refuseSignUp = (id: string, reason: string) =>
  operatorCall<SignUp>('POST', `${one(id)}/refuse`, { body: { reason } });
