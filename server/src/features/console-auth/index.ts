/** How people sign in to the Console, and what proves who they are (D-CONS-1, D-CONS-2). */
export { type AccountDeps } from './account.ts';
export {
  forgiveAttempts,
  inTurnOfNetwork,
  takeAttempt,
  withinAddressLimit,
  type AttemptParts,
  type PasswordParts,
} from './attempts.ts';
export { authenticatorUri, findMatchingStep } from './authenticator-code.ts';
export { confirmSecondFactor } from './confirm-second-factor.ts';
export { makeOwnerLink } from './owner-links.ts';
export { requireStrongPassword } from './password-strength/require-strong-password.ts';
export { hashPassword, isPassword, setFirstPassword, setPassword } from './passwords.ts';
export { PersonSessions } from './person-sessions.ts';
export { type LinkDeps } from './reset-password.ts';
export { resetSignIn, resetSignInWithin, type ResetSubject, type SignInReset } from './reset-sign-in.ts';
export { claimUnverifiedAccount } from './claim-unverified-account.ts';
export {
  ACCOUNT_ATTEMPTS,
  ADDRESS_ATTEMPTS,
  EVERYWHERE_ATTEMPTS,
  type AttemptLimit,
} from './sign-in-limits.ts';
export { completeSignIn, continueSignIn, type ClaimProof, type WithCookies } from './complete-sign-in.ts';
export { endSessionsOfConnection, endSessionsWithoutSignOn } from './end-sessions-of-connection.ts';
export type { SignInCookies } from './sign-in-cookies.ts';
export { readSignInUser } from './store/sign-in-users.ts';
export { signInWithNewPassword, type SignInDeps } from './sign-in.ts';
export { dropChallenges } from './store/challenges.ts';
export { setPerson } from './store/owner-links.ts';
export { setName } from './store/memberships.ts';
export { consoleAuthModule } from './console-auth-module.ts';
export { signInHandlers, type SignInHandler } from './sign-in-handlers.ts';
export { openConsoleAuth } from './open-console-auth.ts';
