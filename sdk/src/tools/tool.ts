import type { ImageBlock, TextBlock } from '../generated/types.ts';
import type { ToolSchema, TypeOf } from './schema-type.ts';

/** Text for the model, or blocks. Anything else goes through `JSON.stringify` first. */
export type ToolOutput = string | readonly (TextBlock | ImageBlock)[];
/** What chat takes: no images. */
export type TextOutput = string | readonly TextBlock[];

export interface ToolContext {
  /** Id of the call. */
  readonly id: string;
  /** Aborted when the run is. */
  readonly signal: AbortSignal;
}

/** A function that the model may call, with the code that runs it. Made by `tool`. */
export interface Tool<Output extends ToolOutput = ToolOutput> {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description?: string | undefined;
    readonly parameters: Record<string, unknown>;
    readonly strict?: boolean | undefined;
  };
  /** Takes the arguments as the model wrote them. What it throws the model is told. */
  run(input: unknown, context: ToolContext): Output | Promise<Output>;
}

export interface ToolDefinition<Schema extends ToolSchema, Input, Output extends ToolOutput> {
  readonly name: string;
  /** Plain language the model reads to decide when to call the tool. */
  readonly description?: string | undefined;
  /** JSON Schema of the arguments. `run` has its type; whether the arguments follow it only `strict` or `parse` makes sure. */
  readonly parameters: Schema;
  /** The service makes the arguments follow the schema. On chat it needs the flag `chat-extensions-2026-12-01`. */
  readonly strict?: boolean | undefined;
  /** Checks and converts the arguments, for example `schema.parse` of zod. What it throws the model is told. */
  readonly parse?: ((input: unknown) => Input) | undefined;
  /** Gives the result. What it throws the model is told, by its message, and may try again. */
  readonly run: (input: Input, context: ToolContext) => Output | Promise<Output>;
}

/** A tool for `runTools`, whose `run` gets arguments of the type that its schema, or `parse`, says. */
export function tool<const Schema extends ToolSchema, Output extends ToolOutput, Input = TypeOf<Schema>>({
  name,
  description,
  parameters,
  strict,
  parse = (input) => input as Input,
  run,
}: ToolDefinition<Schema, Input, Output>): Tool<Output> {
  return {
    type: 'function',
    function: {
      name,
      description,
      parameters: { ...parameters },
      ...(strict === undefined ? {} : { strict }),
    },
    run: (input, context) => run(parse(input), context),
  };
}
