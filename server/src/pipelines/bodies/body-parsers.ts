import type { ParsedBodies } from '#exchange';
import { parseChatBody } from '#features/chat';
import {
  parseAnthropicRequest,
  parseOpenAiChat,
  parseOpenAiEmbeddings,
  parseResponsesRequest,
} from '#features/compat';
import { parseEmbeddingsRequest } from '#features/embeddings';
import { parseMessagesRequest } from '#features/messages';
import type { DividedBody } from './body-slices.ts';
import { charactersOfPart, divideCall, joinCall } from './divide-call.ts';
import { parseOperationBody } from './parse-operation-body.ts';

interface Parser<Parsed> {
  /** Parses a JSON value into the named type, or refuses it. Pure, so that it can run on any thread. */
  parse(body: unknown, settings: never): Parsed;
  divide(parsed: Parsed): DividedBody;
  join(divided: DividedBody): Parsed;
  /** Characters of a list item. */
  charactersOf(item: never): number;
}

const CALL = { divide: divideCall, join: joinCall, charactersOf: charactersOfPart };

const EMBEDDINGS: Omit<Parser<ParsedBodies['embeddings']>, 'parse'> = {
  divide: ({ inputs, ...frame }) => ({ frame, lists: [inputs] }),
  join: ({ frame, lists }) => ({
    ...(frame as Omit<ParsedBodies['embeddings'], 'inputs'>),
    inputs: lists[0] as string[],
  }),
  charactersOf: (text: string) => text.length,
};

/** Every body type with its parser, and how its result is passed to another thread. */
export const BODY_PARSERS: { readonly [Name in keyof ParsedBodies]: Parser<ParsedBodies[Name]> } = {
  chat: { parse: parseChatBody, ...CALL },
  messages: { parse: parseMessagesRequest, ...CALL },
  openai_chat: { parse: parseOpenAiChat, ...CALL },
  openai_responses: { parse: parseResponsesRequest, ...CALL },
  anthropic: { parse: parseAnthropicRequest, ...CALL },
  embeddings: { parse: parseEmbeddingsRequest, ...EMBEDDINGS },
  openai_embeddings: { parse: parseOpenAiEmbeddings, ...EMBEDDINGS },
  operation: {
    parse: parseOperationBody,
    divide: (frame) => ({ frame, lists: [] }),
    join: ({ frame }) => frame,
    charactersOf: () => 0,
  },
};
