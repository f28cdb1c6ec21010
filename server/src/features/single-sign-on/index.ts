/** Sign-in through the identity provider of an organization (SSO). */
export { beginSignIn } from './sign-in/begin-sign-in.ts';
export { finishSignOn } from './sign-in/finish-sign-on.ts';
export type { Redirect } from './sign-in/redirect.ts';
export { readSamlMetadata } from './sign-in/read-saml-metadata.ts';
export { receiveResponse } from './sign-in/receive-response.ts';
export { MAX_RESPONSE_BYTES } from './saml/decode-response.ts';
export { startSignOn } from './sign-in/start-sign-on.ts';
export { guardedFetch } from './provider/guarded-fetch.ts';
export { openSingleSignOn } from './open-single-sign-on.ts';
export { findDefaultRoles } from './store/connections.ts';
export { singleSignOnModule } from './single-sign-on-module.ts';
