/** Sign-in through the identity provider of an organization (SSO). */
export { beginSignIn } from './sign-in/begin-sign-in.ts';
export { listSignOns, type SignOn } from './sign-in/list-sign-ons.ts';
export { finishSignOn } from './sign-in/finish-sign-on.ts';
export { redirectTo, type Redirect } from './sign-in/redirect.ts';
export { readSamlMetadata } from './sign-in/read-saml-metadata.ts';
export { receiveResponse } from './sign-in/receive-response.ts';
export { MAX_RESPONSE_BYTES } from './saml/decode-response.ts';
export { findAttempt, keepAttempt, newAttempt } from './sign-in/sign-on-attempt.ts';
export { mayNoteFailure } from './sign-in/note-failure.ts';
export { startSignOn } from './sign-in/start-sign-on.ts';
export { OidcProviderClient, type OidcClient } from './provider/oidc-provider-client.ts';
export { readClaims, type ProvidedPerson } from './provider/read-claims.ts';
export { isOfThisBrowser, SignOnFailure, type SignOnReason } from './provider/sign-on-failure.ts';
export { checkProvider, ProviderProblem, type CheckedProvider } from './provider/check-provider.ts';
export { guardedFetch } from './provider/guarded-fetch.ts';
export { openSingleSignOn } from './open-single-sign-on.ts';
export { findActiveIssuers, findDefaultRoles } from './store/connections.ts';
export { singleSignOnModule } from './single-sign-on-module.ts';
