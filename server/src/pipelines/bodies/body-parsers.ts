import type { KnownBytes } from '#engine';
import type { ParsedBodies, RenderedMessage } from '#exchange';
import { parseChatBody } from '#features/chat';
import { decodeJson, decodeProtobuf } from '#features/code-telemetry';
import {
  parseAnthropicRequest,
  parseOpenAiChat,
  parseOpenAiEmbeddings,
  parseResponsesRequest,
} from '#features/compat';
import { parseDirectoryBody } from '#features/directory';
import { parseEmbeddingsRequest } from '#features/embeddings';
import { parseMessagesRequest } from '#features/messages';
import { fillStored } from '#features/prompt-templates';
import { cutText, joinText, type DividedBody } from './body-slices.ts';
import { charactersOfPart, divideCall, joinCall } from './divide-call.ts';
import { parseOperationBody } from './parse-operation-body.ts';

interface Parser<Parsed> {
  /** Some of its objects go on to engines as they were sent. */
  readonly withSources?: true;
  /** What is made of the bytes before they are parsed. Absent: they are JSON. */
  read?(bytes: Uint8Array | undefined): unknown;
  /** The size from which a body goes to another thread. Absent: `LARGE_BYTES`. */
  readonly largeBytes?: number;
  /** Parses what was read into the named type, or refuses it. Pure, so that it can run on any thread. */
  parse(body: unknown, settings: never): Parsed;
  divide(parsed: Parsed): DividedBody;
  join(divided: DividedBody): Parsed;
  /** Characters of a list item. */
  charactersOf(item: never): number;
}

const CALL = {
  divide: divideCall,
  join: joinCall,
  charactersOf: charactersOfPart,
  withSources: true,
} as const;

const EMBEDDINGS: Omit<Parser<ParsedBodies['embeddings']>, 'parse'> = {
  divide: ({ inputs, ...frame }) => ({ frame, lists: [inputs] }),
  join: ({ frame, lists }) => ({
    ...(frame as Omit<ParsedBodies['embeddings'], 'inputs'>),
    inputs: lists[0] as string[],
  }),
  charactersOf: (text: string) => text.length,
};

const WHOLE = {
  divide: (frame: unknown) => ({ frame, lists: [] }),
  join: ({ frame }: DividedBody) => frame as never,
  charactersOf: () => 0,
};

const bytesOf = (text: string): KnownBytes => ({ characters: text.length, bytes: Buffer.byteLength(text) });

/** Each text in chunks, since one may be as long as a body. */
const MESSAGES: Omit<Parser<ParsedBodies['rendered_prompt']>, 'parse'> = {
  divide: (messages) => ({
    frame: messages.map(({ text, ...frame }) => ({ ...frame, known: bytesOf(text) })),
    lists: messages.map(({ text }) => cutText(text)),
  }),
  join: ({ frame, lists }) =>
    (frame as Omit<RenderedMessage, 'text'>[]).map((message, i) => ({
      ...message,
      text: joinText(lists[i] as string[]),
    })),
  charactersOf: (chunk: string) => chunk.length,
};

/** Points are digested one by one, which takes a millisecond for some kilobytes. */
const TELEMETRY = { ...WHOLE, largeBytes: 16_384 };

/** Every body type with its parser, and how its result is passed to another thread. */
export const BODY_PARSERS: { readonly [Name in keyof ParsedBodies]: Parser<ParsedBodies[Name]> } = {
  chat: { parse: parseChatBody, ...CALL },
  messages: { parse: parseMessagesRequest, ...CALL },
  openai_chat: { parse: parseOpenAiChat, ...CALL },
  openai_responses: { parse: parseResponsesRequest, ...CALL },
  anthropic: { parse: parseAnthropicRequest, ...CALL },
  embeddings: { parse: parseEmbeddingsRequest, ...EMBEDDINGS },
  openai_embeddings: { parse: parseOpenAiEmbeddings, ...EMBEDDINGS },
  code_telemetry: { parse: decodeJson, ...TELEMETRY },
  code_telemetry_protobuf: { parse: decodeProtobuf, read: (bytes) => bytes, ...TELEMETRY },
  rendered_prompt: { parse: fillStored, read: () => undefined, ...MESSAGES },
  directory: { parse: parseDirectoryBody, ...WHOLE },
  operation: { parse: parseOperationBody, ...WHOLE },
};
