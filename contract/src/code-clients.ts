import type { Surface } from './capabilities.ts';

/** A program that signs people in by the device grant, and where its models are shown (D-68, D-69). */
export interface CodeClient {
  /** What a person is asked to approve. */
  readonly name: string;
  readonly surface: Surface;
}

const CLIENTS: Readonly<Record<string, CodeClient>> = {
  'svc-code': { name: 'Svc Code', surface: 'cli' },
  'svc-code-terminal': { name: 'Svc Code Terminal', surface: 'terminal' },
  'svc-code-desktop': { name: 'Svc Code Desktop', surface: 'desktop' },
};

/** The Console's playground: its tokens are made for whoever is signed in there, never by the device grant. */
export const CONSOLE_CLIENT_ID = 'svc-console';

/** Undefined for an id nobody has. All clients are public: an id proves nothing. */
export function codeClient(id: string): CodeClient | undefined {
  return Object.hasOwn(CLIENTS, id) ? CLIENTS[id] : undefined;
}

/** What a sign-in token may be used for (D-71). */
export const TOKEN_SCOPES = ['inference'] as const;

/** What a client may report of a person's work, and reports show (CODE-02). */
export type CodeCounter =
  | 'sessions'
  | 'lines_added'
  | 'lines_removed'
  | 'commits'
  | 'pull_requests'
  | 'tool_accepted'
  | 'tool_rejected';
