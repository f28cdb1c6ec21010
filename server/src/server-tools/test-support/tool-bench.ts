import { Writable } from 'node:stream';
import { pino } from 'pino';
import { ApiError } from '@svc/contract';
import { parseDeployment, type ToolsConfig } from '#config';
import { DocumentReader } from '#content';
import type { BuiltinTool, InferenceCall, McpServer } from '#exchange';
import { createClock, OutboundGuard, type Clock, type ResolveHost } from '#kit';
import type { OpenTools, ToolOutcome } from '#reply';
import { ServerTools, type ServerToolsParts } from '../index.ts';

/** Sections of `tools` as svc.yaml holds them, with every default filled in. */
function toolsConfig(tools: object): ToolsConfig {
  const context = {
    source: 'test',
    baseUrl: 'http://localhost',
    directory: '/',
    variable: () => undefined,
    severalNodes: false,
    sendsMail: false,
  };
  return parseDeployment(JSON.stringify({ tools }), context).config.tools;
}

/** Names that resolve as the table says: one row of addresses per question, the last row stays. Others do not exist. */
export function namesOf(table: Record<string, string[][]>): ResolveHost {
  return (name) => {
    const rows = table[name];
    if (rows === undefined) return Promise.reject(new Error(`no such name ${name}`));
    return Promise.resolve((rows.length > 1 ? rows.shift() : rows[0]) ?? []);
  };
}

export interface BenchOptions {
  /** Addresses of the test machine that are open. Default: 127.0.0.1. */
  readonly open?: readonly string[];
  readonly names?: Record<string, string[][]>;
  readonly tools?: object;
  readonly parts?: Partial<ServerToolsParts>;
}

/** The tools with everything real but names, and a log that is kept. */
export class ToolBench {
  readonly clock: Clock = createClock();
  readonly reader = new DocumentReader({ processes: 1 });
  readonly tools: ServerTools;
  logged = '';

  constructor({ open = ['127.0.0.1/32'], names = {}, tools = {}, parts = {} }: BenchOptions = {}) {
    const sink = new Writable({
      write: (line: Buffer, _coding, done) => ((this.logged += line.toString()), done()),
    });
    const settings = toolsConfig(tools);
    this.tools = new ServerTools({
      guard: new OutboundGuard(open, namesOf(names)),
      reader: this.reader,
      clock: this.clock,
      log: pino({ level: 'trace' }, sink),
      settings: () => settings,
      ...parts,
    });
  }

  open(
    wanted: { builtin?: readonly BuiltinTool[]; mcp?: readonly McpServer[]; tools?: InferenceCall['tools'] },
    signal = never,
  ): Promise<OpenTools> {
    const call: InferenceCall = {
      turns: [],
      tools: wanted.tools ?? [],
      toolChoice: 'auto',
      requestedModel: undefined,
      stream: false,
      maxTokens: undefined,
      ...(wanted.builtin ? { builtinTools: wanted.builtin } : {}),
      ...(wanted.mcp ? { mcpServers: wanted.mcp } : {}),
    };
    return this.tools.open(call, { organizationId: 'org', workspaceId: null, signal });
  }

  /** Opens one built-in tool and calls it. */
  async use(tool: Omit<BuiltinTool, 'maxUses'>, args: unknown, signal = never): Promise<ToolOutcome> {
    const { tools } = await this.open({ builtin: [{ maxUses: 5, ...tool }] });
    const outcome = await tools[0]?.run(typeof args === 'string' ? args : JSON.stringify(args), signal);
    if (outcome === undefined) throw new Error('no tool was opened');
    return outcome;
  }

  close(): void {
    this.tools.close();
    this.reader.close();
  }
}

export const never = new AbortController().signal;

/** What something is refused with. */
export async function refusalOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw new Error('was not refused', { cause: error });
}
