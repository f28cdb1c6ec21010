import { segment, type Call, type RequestOptions } from '../core/call.ts';
import { listPages, type Pages } from '../core/pages.ts';
import type { Transport } from '../core/transport.ts';
import { PATHS } from '../generated/paths.ts';
import type {
  Agent,
  CreateAgentBody,
  DeleteAgentAnswer,
  ListAgentsAnswer,
  ListAgentsQuery,
  ListAgentVersionsAnswer,
  ListAgentVersionsQuery,
  ReadAgentQuery,
  UpdateAgentBody,
} from '../generated/types.ts';

type AgentOperation = 'readAgent' | 'updateAgent' | 'listAgentVersions' | 'archiveAgent' | 'deleteAgent';

/** Agents of the key's workspace: versioned models with instructions and tools. */
export class Agents {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  create(body: CreateAgentBody, options?: RequestOptions): Promise<Agent> {
    return this.#transport.json({ ...PATHS.createAgent, body, repetition: 'keyed' }, options);
  }

  /** The first page, or with `for await` every agent, newest first. */
  list(query: ListAgentsQuery = {}, options?: RequestOptions): Pages<ListAgentsAnswer> {
    return listPages<ListAgentsAnswer>({ ...query }, (page) =>
      this.#transport.json({ ...PATHS.listAgents, query: page, repetition: 'safe' }, options),
    );
  }

  /** The current version, or the one of `query`. */
  retrieve(id: string, query: ReadAgentQuery = {}, options?: RequestOptions): Promise<Agent> {
    return this.#transport.json({ ...callOf('readAgent', id), query: { ...query } }, options);
  }

  /** Makes the next version. With `version`, only if that is the current one. */
  update(id: string, body: UpdateAgentBody, options?: RequestOptions): Promise<Agent> {
    return this.#transport.json(
      {
        ...callOf('updateAgent', id),
        body,
        // Sent again, a change based on a version would meet the version that it has made.
        repetition: body.version === undefined ? 'safe' : 'charged',
      },
      options,
    );
  }

  /** Newest first. */
  listVersions(
    id: string,
    query: ListAgentVersionsQuery = {},
    options?: RequestOptions,
  ): Pages<ListAgentVersionsAnswer> {
    return listPages<ListAgentVersionsAnswer>({ ...query }, (page) =>
      this.#transport.json({ ...callOf('listAgentVersions', id), query: page }, options),
    );
  }

  /** For good. */
  archive(id: string, options?: RequestOptions): Promise<Agent> {
    return this.#transport.json(callOf('archiveAgent', id), options);
  }

  delete(id: string, options?: RequestOptions): Promise<DeleteAgentAnswer> {
    return this.#transport.json(callOf('deleteAgent', id), options);
  }
}

function callOf(operation: AgentOperation, id: string): Call {
  const { method, path, betas } = PATHS[operation];
  return {
    method,
    betas,
    path: path.replace('{agent_id}', segment(id)),
    repetition: method === 'POST' ? 'keyed' : 'safe',
  };
}
