import type { CallTrace } from '#engine';
import type { Exchange } from '#exchange';
import { intAttribute, textAttribute } from './span-attributes.ts';
import { nameAndKind, SPAN_KINDS } from './span-writer.ts';

export type Route = Parameters<CallTrace['startAttempt']>[0];
type Operation = Exchange['operation'];
/** What an engine is asked for. */
export type EngineOperation = 'chat' | 'embeddings';

/** The fields that all spans of an operation or a route have in common, each encoded once. */
export class RepeatedFields {
  readonly #urlScheme: string;
  readonly #ofOperations = new WeakMap<Operation, Uint8Array>();
  readonly #ofRoutes = {
    chat: new WeakMap<Route, Uint8Array>(),
    embeddings: new WeakMap<Route, Uint8Array>(),
  };

  /** `urlScheme`: of the public address. */
  constructor(urlScheme: string) {
    this.#urlScheme = urlScheme;
  }

  ofOperation(operation: Operation): Uint8Array {
    let fields = this.#ofOperations.get(operation);
    if (!fields) this.#ofOperations.set(operation, (fields = encodeOperation(operation, this.#urlScheme)));
    return fields;
  }

  ofRoute(route: Route, asked: EngineOperation): Uint8Array {
    let fields = this.#ofRoutes[asked].get(route);
    if (!fields) this.#ofRoutes[asked].set(route, (fields = encodeRoute(route, asked)));
    return fields;
  }
}

function encodeOperation({ method, path }: Operation, urlScheme: string): Uint8Array {
  return Buffer.concat([
    nameAndKind(`${method} ${path}`, SPAN_KINDS.server),
    textAttribute('http.request.method', method),
    textAttribute('http.route', path),
    textAttribute('url.path', path),
    textAttribute('url.scheme', urlScheme),
  ]);
}

function encodeRoute({ host, model, modelId }: Route, asked: EngineOperation): Uint8Array {
  const { server } = host;
  const ofServer = server
    ? [textAttribute('server.address', server.address), intAttribute('server.port', server.port)]
    : [];
  return Buffer.concat([
    nameAndKind(`${asked} ${model}`, server ? SPAN_KINDS.client : SPAN_KINDS.internal),
    textAttribute('gen_ai.operation.name', asked),
    textAttribute('gen_ai.provider.name', host.type),
    textAttribute('gen_ai.request.model', model),
    ...ofServer,
    textAttribute('svc.engine', host.name),
    textAttribute('svc.model', modelId),
  ]);
}
