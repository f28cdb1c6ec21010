/** Sign-in of code clients by the device grant: requests, sessions, tokens and what they are signed with (D-68 to D-70). */
export type { CodeSignIn } from './code-sign-in.ts';
export { oauthHandlers } from './oauth-handlers.ts';
export { approveDeviceRequest, denyDeviceRequest, findDeviceRequest } from './approve-device-request.ts';
export { listCodeSessions } from './list-code-sessions.ts';
export {
  endCodeSessionsOfConnection,
  endPlaygroundSessions,
  endPlaygroundSessionsOf,
  endSessionsOfMember,
  endSessionsOfPerson,
  revokeCodeSession,
} from './end-sessions.ts';
export { createPlaygroundCredential } from './playground-credential.ts';
export { DesktopTurns } from './desktop-turns.ts';
export type { AccessTokens, VerifiedToken } from './access-tokens.ts';
export type { CodeSessionDirectory, CodeSessionRecord } from './session-directory.ts';
export { oauthModule } from './oauth-module.ts';
export { openOAuth } from './open-oauth.ts';
