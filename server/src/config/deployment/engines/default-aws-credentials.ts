import { awsFiles, hasProfile, Secret } from '#kit';
import type { AwsCredentials, AwsPlaces, FoundAws } from './aws-credentials.ts';

/** The first that there is, in the order of the vendor's clients (D-ENG-2). An instance is asked if nothing else is there. */
export function defaultAwsCredentials({ variable }: AwsPlaces): FoundAws {
  return (
    ofBearerToken(variable) ??
    ofVariables(variable) ??
    ofWebIdentity(variable) ??
    ofProfile(variable) ??
    ofContainer(variable) ?? { type: 'instance' }
  );
}

type Variable = AwsPlaces['variable'];

/** Of one line, which is sent as it is. */
function ofBearerToken(variable: Variable): FoundAws | undefined {
  const token = variable('AWS_BEARER_TOKEN_BEDROCK');
  if (!token) return undefined;
  return /^[\x21-\x7e]+$/.test(token)
    ? { type: 'bearer', token: new Secret(token) }
    : { field: 'from', message: 'AWS_BEARER_TOKEN_BEDROCK must be printable ASCII on one line' };
}

function ofVariables(variable: Variable): AwsCredentials | undefined {
  const accessKeyId = variable('AWS_ACCESS_KEY_ID');
  const secret = variable('AWS_SECRET_ACCESS_KEY');
  if (!accessKeyId || !secret) return undefined;
  const session = variable('AWS_SESSION_TOKEN');
  const sessionToken = session ? { sessionToken: new Secret(session) } : {};
  return { type: 'static', accessKeyId, secretAccessKey: new Secret(secret), ...sessionToken };
}

function ofWebIdentity(variable: Variable): AwsCredentials | undefined {
  const tokenFile = variable('AWS_WEB_IDENTITY_TOKEN_FILE');
  const roleArn = variable('AWS_ROLE_ARN');
  if (!tokenFile || !roleArn) return undefined;
  const sessionName = variable('AWS_ROLE_SESSION_NAME');
  return { type: 'web_identity', roleArn, tokenFile, ...(sessionName ? { sessionName } : {}) };
}

/** One that is named must be there. */
function ofProfile(variable: Variable): FoundAws | undefined {
  const named = variable('AWS_PROFILE');
  const files = awsFiles(variable);
  const profile = named || 'default';
  if (hasProfile(files, profile)) return { type: 'profile', profile, ...files };
  return named
    ? { field: 'from', message: `there is no profile "${named}", which AWS_PROFILE names` }
    : undefined;
}

function ofContainer(variable: Variable): AwsCredentials | undefined {
  const url =
    variable('AWS_CONTAINER_CREDENTIALS_RELATIVE_URI') || variable('AWS_CONTAINER_CREDENTIALS_FULL_URI');
  if (!url) return undefined;
  const token = variable('AWS_CONTAINER_AUTHORIZATION_TOKEN');
  const authorizationFile = variable('AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE');
  if (authorizationFile) return { type: 'container', url, authorizationFile };
  return { type: 'container', url, ...(token ? { authorization: new Secret(token) } : {}) };
}
