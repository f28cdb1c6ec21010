import { segment, type Call, type RequestOptions } from '../core/call.ts';
import { listPages, type Pages } from '../core/pages.ts';
import type { Transport } from '../core/transport.ts';
import { PATHS } from '../generated/paths.ts';
import type {
  CreateTunnelBody,
  DeleteTunnelAnswer,
  IssueTunnelCertificateBody,
  ListTunnelCertificatesAnswer,
  ListTunnelCertificatesQuery,
  ListTunnelConnectionsAnswer,
  ListTunnelConnectionsQuery,
  ListTunnelsAnswer,
  ListTunnelsQuery,
  RotatedTunnelToken,
  RotateTunnelTokenBody,
  Tunnel,
  TunnelCertificate,
  UpdateTunnelBody,
} from '../generated/types.ts';

type TunnelOperation =
  | 'readTunnel'
  | 'updateTunnel'
  | 'deleteTunnel'
  | 'rotateTunnelToken'
  | 'listTunnelConnections'
  | 'issueTunnelCertificate'
  | 'listTunnelCertificates'
  | 'readTunnelCertificate'
  | 'revokeTunnelCertificate';

/** Ways to MCP servers in private networks, of the key's workspace. Messages and chat name them as `tunnel_id` in `mcp_servers`. */
export class Tunnels {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The `connector_token` is in this response only. */
  create(body: CreateTunnelBody, options?: RequestOptions): Promise<Tunnel> {
    return this.#transport.json({ ...PATHS.createTunnel, body, repetition: 'keyed' }, options);
  }

  /** The first page, or with `for await` every tunnel, newest first. */
  list(query: ListTunnelsQuery = {}, options?: RequestOptions): Pages<ListTunnelsAnswer> {
    return listPages<ListTunnelsAnswer>({ ...query }, (page) =>
      this.#transport.json({ ...PATHS.listTunnels, query: page, repetition: 'safe' }, options),
    );
  }

  retrieve(id: string, options?: RequestOptions): Promise<Tunnel> {
    return this.#transport.json(callOf('readTunnel', id), options);
  }

  /** `status` disables and enables it. */
  update(id: string, body: UpdateTunnelBody, options?: RequestOptions): Promise<Tunnel> {
    return this.#transport.json({ ...callOf('updateTunnel', id), body }, options);
  }

  delete(id: string, options?: RequestOptions): Promise<DeleteTunnelAnswer> {
    return this.#transport.json(callOf('deleteTunnel', id), options);
  }

  /** Creates a new token. The old one works until `previous_token_expires_at`. */
  rotateToken(
    id: string,
    body: RotateTunnelTokenBody = {},
    options?: RequestOptions,
  ): Promise<RotatedTunnelToken> {
    return this.#transport.json({ ...callOf('rotateTunnelToken', id), body }, options);
  }

  /** The connectors that are online. */
  listConnections(
    id: string,
    query: ListTunnelConnectionsQuery = {},
    options?: RequestOptions,
  ): Pages<ListTunnelConnectionsAnswer> {
    return listPages<ListTunnelConnectionsAnswer>({ ...query }, (page) =>
      this.#transport.json({ ...callOf('listTunnelConnections', id), query: page }, options),
    );
  }

  /** Without `csr_pem` the `private_key_pem` is in this response only. */
  issueCertificate(
    id: string,
    body: IssueTunnelCertificateBody = {},
    options?: RequestOptions,
  ): Promise<TunnelCertificate> {
    return this.#transport.json({ ...callOf('issueTunnelCertificate', id), body }, options);
  }

  listCertificates(
    id: string,
    query: ListTunnelCertificatesQuery = {},
    options?: RequestOptions,
  ): Pages<ListTunnelCertificatesAnswer> {
    return listPages<ListTunnelCertificatesAnswer>({ ...query }, (page) =>
      this.#transport.json({ ...callOf('listTunnelCertificates', id), query: page }, options),
    );
  }

  retrieveCertificate(
    id: string,
    certificateId: string,
    options?: RequestOptions,
  ): Promise<TunnelCertificate> {
    return this.#transport.json(callOf('readTunnelCertificate', id, certificateId), options);
  }

  /** Connections that were made with it are closed. */
  revokeCertificate(id: string, certificateId: string, options?: RequestOptions): Promise<TunnelCertificate> {
    return this.#transport.json(callOf('revokeTunnelCertificate', id, certificateId), options);
  }
}

function callOf(operation: TunnelOperation, id: string, certificateId?: string): Call {
  const { method, path, betas } = PATHS[operation];
  const filled = path.replace('{tunnel_id}', segment(id));
  return {
    method,
    betas,
    path: certificateId === undefined ? filled : filled.replace('{certificate_id}', segment(certificateId)),
    repetition: method === 'POST' ? 'keyed' : 'safe',
  };
}
