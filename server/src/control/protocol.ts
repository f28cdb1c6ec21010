/** HTTP and JSON over the unix socket `control.sock` in the data directory. Who may open the socket may do all of it. */
export const CONTROL_ROUTES = [
  'GET /status',
  'GET /engines',
  'POST /engines/restore-keys',
  'POST /reload',
  'POST /keys/revoke',
  'POST /provision',
  'POST /credits/grant',
  'POST /sign-in/reset',
  'POST /ledger/check',
  'POST /files/check',
  'POST /reseal',
  'POST /backup',
  'POST /usage/drop',
  'POST /requests/show',
  'POST /operators/add',
  'POST /operators/list',
  'POST /operators/remove',
  'POST /operators/keys/create',
  'POST /operators/keys/revoke',
] as const;
export type ControlRoute = (typeof CONTROL_ROUTES)[number];

/** The published name of the socket. */
export const CONTROL_SOCKET = 'control.sock';

/** An answer that is no JSON object but bytes, as many as there are. They are read to the end, or given back by `return`. */
export class ControlStream {
  readonly chunks: AsyncIterableIterator<Uint8Array>;

  constructor(chunks: AsyncIterableIterator<Uint8Array>) {
    this.chunks = chunks;
  }
}

/**
 * What a running service does for each route. Bodies and answers are JSON objects, or an answer is a ControlStream. Throw a ControlRefusal to refuse
 * with a sentence; of any other error only its class is told.
 */
export type ControlHandlers = Readonly<
  Record<ControlRoute, (body: Readonly<Record<string, unknown>>) => object | Promise<object>>
>;
