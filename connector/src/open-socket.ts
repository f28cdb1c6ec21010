import { WebSocket } from 'ws';
import { PAYLOAD_LIMIT_BYTES } from '@svc/connector/protocol';
import type { Credential, Settings } from './settings.ts';

const SUBPROTOCOL = 'svc-tunnel.v1';
const FRAME_HEAD_BYTES = 12;
const HANDSHAKE_TIMEOUT_MS = 15_000;

/** Connects to the service. Redirects are not followed: the token is for the configured address only. */
export function openSocket({
  connectUrl,
  credential,
}: Pick<Settings, 'connectUrl' | 'credential'>): WebSocket {
  return new WebSocket(connectUrl, SUBPROTOCOL, {
    ...proofOf(credential),
    perMessageDeflate: false,
    autoPong: false,
    followRedirects: false,
    maxPayload: PAYLOAD_LIMIT_BYTES + FRAME_HEAD_BYTES,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
  });
}

function proofOf(credential: Credential) {
  return credential.mode === 'token'
    ? { headers: { authorization: `Bearer ${credential.token}` } }
    : { cert: credential.cert, key: credential.key };
}
