import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { WebSocketServer } from 'ws';
import { CLOSE_CODES, PAYLOAD_LIMIT_BYTES } from '@svc/connector/protocol';
import type { CertificateAuthority } from '../certificates/certificate-authority.ts';
import { ConnectorAdmission, type AdmissionDeps, type Verdict } from './admit-connector.ts';
import { judgeCertificate, judgeToken, type CredentialDeps } from './judge-credential.ts';
import { PendingConnectors } from './pending-connectors.ts';

export const CONNECT_PATH = '/tunnel/v1/connect';
const SUBPROTOCOL = 'svc-tunnel.v1';
const FRAME_HEAD_BYTES = 12;
/** Fragments per message, so that tiny fragments do not cost extra memory. */
const MAX_FRAGMENTS = 64;
const MAX_CHUNKS = 4096;

export interface EndpointDeps extends AdmissionDeps, CredentialDeps {
  readonly authority: CertificateAuthority;
}

/** Accepts upgrade requests of connectors. The close code says why a connector is refused (D-TUN-6, D-TUN-10). */
export class ConnectorEndpoint {
  readonly #deps: EndpointDeps & { readonly pending: PendingConnectors };
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    autoPong: false,
    maxPayload: PAYLOAD_LIMIT_BYTES + FRAME_HEAD_BYTES,
    maxFragments: MAX_FRAGMENTS,
    maxBufferedChunks: MAX_CHUNKS,
    // Unknown subprotocols are accepted too: otherwise the client could not get a close code.
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : ([...offered][0] ?? false)),
  });

  constructor(deps: EndpointDeps) {
    this.#deps = { ...deps, pending: new PendingConnectors() };
  }

  /** With a token, at the main listener. */
  acceptToken(request: IncomingMessage, socket: Duplex, head: Buffer, remoteIp: string): void {
    const { authorization } = request.headers;
    this.#upgrade(request, socket, head, remoteIp, () => judgeToken(this.#deps, authorization, 'token'));
  }

  /** With a certificate, at the listener that terminates TLS itself. */
  acceptCertificate(request: IncomingMessage, socket: TLSSocket, head: Buffer): void {
    const { authorization } = request.headers;
    const certificate = socket.getPeerX509Certificate();
    this.#upgrade(request, socket, head, remoteAddress(socket), () =>
      certificate instanceof X509Certificate
        ? judgeCertificate(this.#deps, certificate)
        : judgeToken(this.#deps, authorization, 'mtls'),
    );
  }

  #upgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    remoteIp: string,
    credential: () => Promise<Verdict>,
  ): void {
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const verdict =
        webSocket.protocol === SUBPROTOCOL
          ? credential
          : (): Promise<Verdict> => Promise.resolve({ refused: CLOSE_CODES.version });
      void new ConnectorAdmission(this.#deps, webSocket, remoteIp).run(verdict);
    });
  }
}

function remoteAddress({ remoteAddress: address = '' }: TLSSocket): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
