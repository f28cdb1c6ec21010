import { keyAccess, sessionAccess, type PageSession } from './core/access.ts';
import type { RequestOptions } from './core/call.ts';
import { createTransport, type Transport } from './core/transport.ts';
import { Admin } from './generated/admin.ts';
import { PATHS } from './generated/paths.ts';
import { Agents } from './resources/agents.ts';
import { Batches } from './resources/batches.ts';
import { Chat } from './resources/chat.ts';
import { Code } from './resources/code.ts';
import { Embeddings } from './resources/embeddings.ts';
import { Files } from './resources/files.ts';
import { Messages } from './resources/messages.ts';
import { Models } from './resources/models.ts';
import { Prompts } from './resources/prompts.ts';
import { Webhooks } from './resources/webhooks.ts';
import { Tunnels } from './resources/tunnels.ts';

export type { Agents } from './resources/agents.ts';
export type { Batches, WaitOptions } from './resources/batches.ts';
export type { Chat, ChatRequest, ChatStream } from './resources/chat.ts';
export type { Code } from './resources/code.ts';
export type { Embeddings } from './resources/embeddings.ts';
export type { ContentOptions, Files, FileUpload } from './resources/files.ts';
export type { Messages, MessageStream } from './resources/messages.ts';
export type { Models } from './resources/models.ts';
export type { PromptTemplates } from './resources/prompt-templates.ts';
export type { Prompts } from './resources/prompts.ts';
export type { Tunnels } from './resources/tunnels.ts';
export type { Webhooks } from './resources/webhooks.ts';

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

/** A key, as programs have, or the signed-in person of a Console page, whose calls of `admin`, `agents`, `files`, `batches`, `prompts`, `tunnels` and `webhooks` go to the Console's own API. */
export type SvcOptions = CommonOptions & ({ readonly apiKey: string } | { readonly session: PageSession });

const RETRIES = 3;
const TIMEOUT_MS = 600_000;

/** A client of one service with one credential. It keeps nothing between calls. */
export class Svc {
  readonly chat: Chat;
  readonly messages: Messages;
  readonly embeddings: Embeddings;
  readonly models: Models;
  /** What code clients report. Takes a code-client key or a sign-in token. */
  readonly code: Code;
  /** Files of the key's workspace. Takes a private key. */
  readonly files: Files;
  /** Prompt templates and prompt tools, in the key's workspace. Takes a private key. */
  readonly prompts: Prompts;
  /** Batches of the key's workspace. Takes a private key. */
  readonly batches: Batches;
  /** Webhooks of the key's workspace. Takes a private key. */
  readonly webhooks: Webhooks;
  /** Ways to MCP servers in private networks. Takes a private key. */
  readonly tunnels: Tunnels;
  /** Agents of the key's workspace. Takes a private key. */
  readonly agents: Agents;
  /** The Admin API. Takes an admin key. */
  readonly admin: Admin;
  readonly #transport: Transport;

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
    this.#transport = transport;
    this.chat = new Chat(transport);
    this.messages = new Messages(transport);
    this.embeddings = new Embeddings(transport);
    this.models = new Models(transport);
    this.code = new Code(transport);
    this.files = new Files(transport);
    this.prompts = new Prompts(transport);
    this.batches = new Batches(transport, this.files);
    this.webhooks = new Webhooks(transport);
    this.tunnels = new Tunnels(transport);
    this.agents = new Agents(transport);
    this.admin = new Admin(transport);
  }

  /** The description of the API in OpenAPI, as YAML. */
  describeApi(options?: RequestOptions): Promise<string> {
    return this.#transport.text({ ...PATHS.describeApi, repetition: 'safe' }, options);
  }
}
