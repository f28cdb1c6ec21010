import type { ApiError } from '@svc/contract';
import type { McpServer } from '#exchange';
import type { OpenTools, ToolOutcome } from '#reply';
import { never, refusalOf, ToolBench, type BenchOptions } from './tool-bench.ts';

/** Opens one MCP server in the ways tests need, and closes all of it with `close`. */
export class McpBench {
  readonly #url: () => string;
  #opened: { close(): void }[] = [];

  /** `url`: of the server, asked for when one is opened. */
  constructor(url: () => string) {
    this.#url = url;
  }

  readonly bench = (options: BenchOptions = {}): ToolBench => {
    const made = new ToolBench(options);
    this.#opened.push(made);
    return made;
  };

  readonly open = async (server: Partial<McpServer> = {}, from = this.bench()): Promise<OpenTools> => {
    const tools = await from.open({ mcp: [{ name: 's', url: this.#url(), ...server }] });
    this.#opened.push(tools);
    return tools;
  };

  readonly refusal = (server: Partial<McpServer> = {}, from = this.bench()): Promise<ApiError> =>
    refusalOf(this.open(server, from));

  readonly call = async (from: Promise<OpenTools> = this.open(), signal = never): Promise<ToolOutcome> => {
    const [tool] = (await from).tools;
    if (tool === undefined) throw new Error('no tool was opened');
    return tool.run('{}', signal);
  };

  close(): void {
    for (const one of this.#opened.toReversed()) one.close();
    this.#opened = [];
  }
}
