import router, { type HTTPMethod } from 'find-my-way';
import type { RequestedOperation } from '@svc/contract';
import type { HttpExchange, Step } from '#exchange';

/** An operation and everything that runs for it. */
export interface Route {
  readonly operation: RequestedOperation;
  readonly handle: Step<HttpExchange>;
}

export interface RouteMatch extends Route {
  readonly params: Readonly<Record<string, string>>;
}

export interface RouteTable {
  find(method: string, path: string): RouteMatch | undefined;
  /** The path's methods, HEAD together with GET; empty for an unknown path. */
  methodsOf(path: string): readonly string[];
}

const NO_PARAMS: RouteMatch['params'] = {};
const ID = /^[\w-]{1,100}$/;
/** What has a name in place of an id: models have spaces, domains dots. */
const NAMED = new Set(['model_id', 'engine', 'domain']);
const NAME = /^[^\p{Cc}\p{Cs}]{1,300}$/u;

/** Exact, case-sensitive paths; parameters are percent-decoded once (D-07), and '' where nothing can have that id. */
export function createRouteTable(routes: readonly Route[]): RouteTable {
  const paths = router({
    caseSensitive: true,
    ignoreTrailingSlash: false,
    ignoreDuplicateSlashes: false,
    maxParamLength: 16_384,
  });
  const methods = new Set<string>();
  /** Paths without parameters, which need no search. Adding them to the router would double the time of making it. */
  const exact = new Map<string, Map<string, RouteMatch>>();
  for (const route of routes) {
    const { method } = route.operation;
    const path = route.operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    methods.add(method);
    if (method === 'GET') methods.add('HEAD');
    if (path.includes(':')) {
      paths.on(method, path, () => {}, route);
    } else {
      const ofPath = exact.get(path) ?? new Map<string, RouteMatch>();
      exact.set(path, ofPath.set(method, { ...route, params: NO_PARAMS }));
    }
  }
  const find = (asked: string, path: string): RouteMatch | undefined => {
    const method = asked === 'HEAD' ? 'GET' : asked;
    const known = exact.get(path)?.get(method);
    if (known) return known;
    const found = methods.has(method) ? paths.find(method as HTTPMethod, withoutBadEscapes(path)) : null;
    if (!found) return undefined;
    const route = found.store as Route;
    if (!isWrittenExactly(route.operation.path, path)) return undefined;
    return {
      operation: route.operation,
      handle: route.handle,
      params: knowableParams(found.params as Record<string, string>),
    };
  };
  return { find, methodsOf: (path) => [...methods].filter((method) => find(method, path)) };
}

/** What cannot be decoded becomes NUL, which is in no id: the router would find no operation, and the refusal would be of the method. */
function withoutBadEscapes(path: string): string {
  if (!path.includes('%')) return path;
  return path
    .split('/')
    .map((part) => (isDecodable(part) ? part : '%00'))
    .join('/');
}

function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** A parameter that cannot be an id, and might not even be text to the database, becomes one that nothing has. */
function knowableParams(params: RouteMatch['params']): RouteMatch['params'] {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      (NAMED.has(name) ? NAME : ID).test(value) ? value : '',
    ]),
  );
}

/**
 * The router decodes before it compares, cuts at `#` and accepts an empty parameter. Here a path matches an
 * operation only if its fixed parts appear literally and its parameters are not empty (D-07).
 */
function isWrittenExactly(template: string, path: string): boolean {
  if (path === template) return true;
  const wanted = template.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, i) =>
      part.startsWith('{') ? given[i] !== '' && !given[i]!.includes('#') : part === given[i],
    )
  );
}
