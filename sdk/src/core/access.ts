import { segment, type Method } from './call.ts';

/** The sign-in of a Console page. */
export interface PageSession {
  readonly csrfToken: () => string;
  /** Whose `files`, `batches`, `prompts` and `tunnels` are meant. */
  readonly workspaceId?: string | undefined;
}

/** How requests say who sends them, and where the operations are. */
export interface Access {
  readonly credentials: RequestCredentials;
  headers(method: Method): Record<string, string>;
  /** Where an operation of this path is answered. */
  locate(path: string): string;
}

/** A key in the `Authorization` header, as every program uses it. Cookies are neither sent nor taken. */
export function keyAccess(apiKey: string): Access {
  return {
    credentials: 'omit',
    headers: () => ({ authorization: `Bearer ${apiKey}` }),
    locate: (path) => path,
  };
}

const ADMINISTRATION = '/v1/organizations/';
const CONSOLE = '/console/api/';
const RESOURCES = /^\/v1\/(?=files|batches|prompts|tunnels)/;

/** A person signed in to the Console: the cookie of the browser, and a token that other sites cannot know with every change. */
export function sessionAccess({ csrfToken, workspaceId }: PageSession): Access {
  return {
    credentials: 'same-origin',
    headers: (method): Record<string, string> => (method === 'GET' ? {} : { 'svc-csrf': csrfToken() }),
    locate(path) {
      if (path === `${ADMINISTRATION}me`) return `${CONSOLE}organization`;
      if (workspaceId !== undefined && RESOURCES.test(path))
        return path.replace(RESOURCES, `${CONSOLE}workspaces/${segment(workspaceId)}/`);
      return path.startsWith(ADMINISTRATION) ? CONSOLE + path.slice(ADMINISTRATION.length) : path;
    },
  };
}
