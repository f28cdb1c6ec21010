/** Sign-up: how people get an organization of their own, by themselves or once an operator has approved. */
export { requireSignUp } from './require-sign-up.ts';
export { signUpHandlers } from './sign-up-handlers.ts';
export { signUpModule } from './sign-up-module.ts';
