import type { SignUp } from '@svc/contract';
import { operatorCall } from './operator-session.ts';
import { listOptions } from './pages.ts';

/** Prefix of sign-ups in an operator's cache. */
export const SIGN_UPS = ['operator', 'sign-ups'] as const;

export const signUpList = (status: SignUp['status']) =>
  listOptions<SignUp>([...SIGN_UPS, status], (page, options) =>
    operatorCall('listSignUps', { query: { ...page, status }, ...options }),
  );

export const approveSignUp = (id: string) => operatorCall('approveSignUp', { path: { signup_id: id } });

export const refuseSignUp = (id: string, reason: string) =>
  operatorCall('refuseSignUp', { path: { signup_id: id }, body: { reason } });
