import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { Kysely } from 'kysely';
import type { PeriodicJob } from '#jobs';
import { DAY_MS, surviveSocketErrors, type Clock } from '#kit';
import type { Tables } from '#store';
import type { CertificateAuthority } from '../certificates/certificate-authority.ts';
import { CONNECT_PATH, type ConnectorEndpoint } from './connector-endpoint.ts';
import { issueServerIdentity } from './server-certificate.ts';

const HEADER_LIMIT_BYTES = 16_384;
const HEAD_TIMEOUT_MS = 10_000;
const NOT_FOUND = 404;

export interface MtlsListenerDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly authority: CertificateAuthority;
  readonly endpoint: ConnectorEndpoint;
  readonly baseUrl: string;
}

export interface MtlsAddress {
  readonly host: string;
  readonly port: number;
  /** Other processes of this machine listen on the same port. */
  readonly shared: boolean;
}

/**
 * Terminates TLS itself, without a proxy, and accepts connectors with client certificates. Any certificate passes the handshake:
 * refused connectors get a close code, which is more specific than a failed handshake.
 */
export class MtlsListener {
  readonly #deps: MtlsListenerDeps;
  #server: Server | undefined;
  readonly job: PeriodicJob = {
    name: 'tunnels.server_certificate',
    everyMs: DAY_MS,
    run: () => this.#renew(),
    onlyWhenDue: true,
  };

  constructor(deps: MtlsListenerDeps) {
    this.#deps = deps;
  }

  get port(): number | undefined {
    const address = this.#server?.address();
    return typeof address === 'object' ? address?.port : undefined;
  }

  /** Rejects with the system error if the port is in use. */
  async open({ host, port, shared }: MtlsAddress): Promise<void> {
    const { authority, db, endpoint } = this.#deps;
    const identity = await issueServerIdentity(authority, this.#deps);
    const { certificatePem: ca } = await authority.load(db);
    const server = createServer({
      ...identity,
      ca,
      requestCert: true,
      rejectUnauthorized: false,
      minVersion: 'TLSv1.2',
      maxHeaderSize: HEADER_LIMIT_BYTES,
      headersTimeout: HEAD_TIMEOUT_MS,
      requestTimeout: HEAD_TIMEOUT_MS,
      handshakeTimeout: HEAD_TIMEOUT_MS,
    });
    surviveSocketErrors(server, 'secureConnection');
    server.on('request', (_request, response) => response.writeHead(NOT_FOUND).end());
    server.on('upgrade', (request: IncomingMessage, socket, head: Buffer) => {
      if (request.url?.split('?')[0] !== CONNECT_PATH) socket.destroy();
      else endpoint.acceptCertificate(request, socket as TLSSocket, head);
    });
    server.on('tlsClientError', (_error, socket) => socket.destroy());
    server.listen({ host, port, reusePort: shared && process.platform === 'linux' });
    await once(server, 'listening');
    this.#server = server;
  }

  /** Accepts no new connections; existing ones stay open. */
  close(): void {
    this.#server?.close();
    this.#server?.closeAllConnections();
  }

  async #renew(): Promise<void> {
    if (this.#server)
      this.#server.setSecureContext(await issueServerIdentity(this.#deps.authority, this.#deps));
  }
}
