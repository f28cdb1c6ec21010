import type { ScriptedToolCall } from '../../server/test-kit/index.ts';
import type { CodeBlock } from '../../site/index.ts';

/** What a client is asked to do. `stream` is a text read as a stream, `json` a reply by a schema. */
export type Turn = 'text' | 'stream' | 'tools' | 'json';

/** Where a turn happens. */
export interface Place {
  /** Of the service. */
  readonly origin: string;
  /** The packages of the client are in its `node_modules`. */
  readonly installed: string;
  /** Of this turn alone: also the home of the client. */
  readonly folder: string;
}

/** A block of a page, with the address of the service in it. */
export type PageBlock = Pick<CodeBlock, 'language' | 'file' | 'code'>;

/** A process, which prints what the model said, or fails and says why. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** A tool of the client that the model calls three times. */
export interface CalledTool {
  readonly call: (step: number, place: Place) => Pick<ScriptedToolCall, 'name' | 'arguments'>;
  /** What the model must be told of the call. */
  readonly result: (step: number) => string;
}

/** A client as people use it, from the npm registry. */
export interface Client {
  readonly name: string;
  /** The first is the client, at the version that its page names. */
  readonly packages: readonly string[];
  /** Below the repository. */
  readonly page: string;
  /** Absent turns are not supported by the client. */
  readonly turns: readonly Turn[];
  /** Scenarios that the client is known not to bear, with what it does instead. Its page says so, too. */
  readonly lacks?: Readonly<Record<string, string>>;
  /** Of the turn `tools`. */
  readonly tool?: CalledTool;
  prepare(turn: Turn, place: Place, page: readonly PageBlock[]): Promise<Command> | Command;
}
