import { keyAccess, sessionAccess, type PageSession } from './core/access.ts';
import { createTransport } from './core/transport.ts';
import { Admin } from './generated/admin.ts';
import { Chat } from './resources/chat.ts';
import { Embeddings } from './resources/embeddings.ts';
import { Files } from './resources/files.ts';
import { Messages } from './resources/messages.ts';
import { Models } from './resources/models.ts';

interface CommonOptions {
  /** Address of the service, with or without `/v1`. */
  readonly baseUrl: string;
  /** In place of the platform's own. */
  readonly fetch?: typeof fetch | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How often a request that failed for a passing reason is sent again. Default 3. */
  readonly maxRetries?: number | undefined;
  /** Milliseconds until a try is given up: to the end of an answer, of a stream to its beginning. Default 600,000. */
  readonly timeoutMs?: number | undefined;
}

/** A key, as programs have, or the signed-in person of a Console page, whose calls of `admin` and `files` go to the Console's own door. */
export type SvcOptions = CommonOptions & ({ readonly apiKey: string } | { readonly session: PageSession });

const RETRIES = 3;
const TIMEOUT_MS = 600_000;

/** A client of one service with one credential. It keeps nothing between calls. */
export class Svc {
  readonly chat: Chat;
  readonly messages: Messages;
  readonly embeddings: Embeddings;
  readonly models: Models;
  /** Files of the key's workspace. Takes a private key. */
  readonly files: Files;
  /** The Admin API. Takes an admin key. */
  readonly admin: Admin;

  constructor(options: SvcOptions) {
    const { baseUrl, fetch: ownFetch, headers = {}, maxRetries = RETRIES, timeoutMs = TIMEOUT_MS } = options;
    const transport = createTransport({
      baseUrl: baseUrl.replace(/\/+$/, '').replace(/\/v1$/, ''),
      access: 'apiKey' in options ? keyAccess(options.apiKey) : sessionAccess(options.session),
      // Browsers' fetch refuses to run as a method of anything but the page.
      fetch: ownFetch ?? ((input, init) => fetch(input, init)),
      headers,
      maxRetries,
      timeoutMs,
    });
    this.chat = new Chat(transport);
    this.messages = new Messages(transport);
    this.embeddings = new Embeddings(transport);
    this.models = new Models(transport);
    this.files = new Files(transport);
    this.admin = new Admin(transport);
  }
}
