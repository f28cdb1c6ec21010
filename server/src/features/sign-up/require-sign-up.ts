import { ApiError, unknownPathError } from '@svc/contract';
import type { DeploymentConfig, SignUpConfig } from '#config';
import type { HttpExchange, Step } from '#exchange';

export interface SignUpSettings {
  readonly deployment: () => DeploymentConfig;
}

/** Refuses as a path that nothing answers does, while the deployment has no sign-up. */
export function requireSignUp(settings: SignUpSettings): Step<HttpExchange> {
  return ({ operation }) => void signUpConfig(settings, operation);
}

/** Throws 404 `not_found` where the configuration was changed a moment ago. */
export function signUpConfig(
  { deployment }: SignUpSettings,
  { path, method }: Pick<HttpExchange['operation'], 'path' | 'method'>,
): SignUpConfig {
  const { signup } = deployment();
  if (!signup) throw new ApiError(unknownPathError(path, method));
  return signup;
}
