import type { ErrorName } from './errors.ts';
import {
  COMPAT_PREFIXES,
  DIRECTORY_ROOT,
  OPERATIONS,
  type BrowserAccess,
  type ErrorStyle,
} from './operations.ts';

/** What a request looks like that no operation answers. */
export interface UnroutedPath {
  readonly errorStyle: ErrorStyle;
  readonly browserAccess: BrowserAccess;
  readonly requestIdHeader?: string;
}

interface Root extends UnroutedPath {
  readonly path: string;
  /** What refuses a POST to an unknown path. Absent: `not_found`, as for every other method. */
  readonly post?: ErrorName;
}

/** Where paths begin (D-02, D-04). */
const ROOTS: readonly Root[] = [
  { path: '/v1', errorStyle: 'standard', browserAccess: 'any_site', post: 'endpoint_not_supported' },
  { path: '/console', errorStyle: 'standard', browserAccess: 'console' },
  { path: DIRECTORY_ROOT, errorStyle: 'scim', browserAccess: 'default' },
  { path: COMPAT_PREFIXES.openai, errorStyle: 'openai', browserAccess: 'any_client' },
  {
    path: COMPAT_PREFIXES.anthropic,
    errorStyle: 'anthropic',
    browserAccess: 'any_client',
    requestIdHeader: 'request-id',
  },
];

const ELSEWHERE: UnroutedPath = { errorStyle: 'standard', browserAccess: 'default' };

const BY_PATH = new Map<string, UnroutedPath>(OPERATIONS.map((operation) => [operation.path, operation]));

/** A path that an operation has looks like that operation, whatever the method and before the service is ready; any other like its root. */
export function unroutedPath(path: string): UnroutedPath {
  return BY_PATH.get(path) ?? rootOf(path) ?? ELSEWHERE;
}

/** What refuses a request whose path nothing answers, with any method (D-02). */
export function unknownPathError(path: string, method: string): ErrorName {
  return (method === 'POST' && rootOf(path)?.post) || 'not_found';
}

function rootOf(path: string): Root | undefined {
  return ROOTS.find((root) => path === root.path || path.startsWith(`${root.path}/`));
}
