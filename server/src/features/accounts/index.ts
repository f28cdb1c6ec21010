/** How people sign in to the Console, and what proves who they are (D-CONS-1, D-CONS-2). */
export { acceptInvitation, readInvitation } from './accept-invitation.ts';
export { switchOrganization, updateAccount, type AccountRooms } from './account.ts';
export { AfterAnswer } from './after-answer.ts';
export { confirmAuthenticator, removeAuthenticator, renewRecoveryCodes, setUpAuthenticator } from './authenticator-app.ts';
export { changePassword } from './change-password.ts';
export { confirmSecondFactor } from './confirm-second-factor.ts';
export { dropEndedSessions } from './drop-ended-sessions.ts';
export { makeOwnerLink, readOwnerLink, setUpOwner } from './owner-links.ts';
export { listSessions, revokeOtherSessions, revokeSession } from './own-sessions.ts';
export { addPasskey, beginPasskey, beginPasskeySignIn, listPasskeys, removePasskey, signInWithPasskey } from './passkeys.ts';
export { setFirstPassword } from './passwords.ts';
export { PersonSessions } from './person-sessions.ts';
export { readSignIn } from './read-sign-in.ts';
export { requestPasswordReset, resetPassword, type LinkRooms } from './reset-password.ts';
export { resetSignIn, type ResetSubject, type SignInReset } from './reset-sign-in.ts';
export { confirmSignIn, recoverSignIn, signIn, signOut, type Answered, type SignInRooms } from './sign-in.ts';
export { createSignInLibrary, type SignInLibrary } from './sign-in-library.ts';
