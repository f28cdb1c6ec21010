import { CLOSE_CODES } from '@svc/connector/protocol';

const MESSAGES: Readonly<Record<number, string>> = {
  [CLOSE_CODES.credential]:
    'the service refused the token or certificate: it is invalid, expired, rotated or revoked',
  [CLOSE_CODES.disabled]: 'the tunnel is disabled or deleted, or its workspace is archived',
  [CLOSE_CODES.wrongMode]:
    'the tunnel uses the other auth_mode: token tunnels connect to the base URL, mtls tunnels to the mtls port',
  [CLOSE_CODES.version]: 'the service does not support this version of the protocol; update the connector',
  [CLOSE_CODES.tooManyConnectors]: 'the tunnel has its maximum number of connectors',
  [CLOSE_CODES.serverError]: 'the service cannot accept connectors at the moment',
};

/** A close code as a sentence for the operator. */
export function describeClose(code: number): string {
  return MESSAGES[code] ?? 'the connection was lost';
}

/** Whether a quick retry cannot help, because the configuration must be changed first. */
export function isConfigurationError(code: number): boolean {
  return (
    code === CLOSE_CODES.credential ||
    code === CLOSE_CODES.disabled ||
    code === CLOSE_CODES.wrongMode ||
    code === CLOSE_CODES.version
  );
}
