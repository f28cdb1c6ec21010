import type { DeploymentConfig } from '#config';
import type { SignInCookies } from '#features/console-auth';
import type { OidcProviderClient } from '#features/single-sign-on';
import type { OperatorSignInDeps } from '../sign-in-operator.ts';

export interface OperatorSignOnDeps extends OperatorSignInDeps {
  readonly deployment: () => Pick<DeploymentConfig, 'operators'>;
  /** Public address of the service. */
  readonly baseUrl: string;
  readonly signInCookies: SignInCookies;
  /** Asks the provider in the configuration, which may have a private address. */
  readonly operatorProvider: OidcProviderClient;
}
