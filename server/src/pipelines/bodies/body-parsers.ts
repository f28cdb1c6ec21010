import type { ParsedBodies } from '#exchange';
import { parseChatBody } from '#features/chat';
import { parseEmbeddingsRequest } from '#features/embeddings';
import { parseMessagesRequest } from '#features/messages';
import type { DividedBody } from './body-slices.ts';
import { charactersOfPart, divideCall, joinCall } from './divide-call.ts';
import { parseOperationBody } from './parse-operation-body.ts';

interface Parser<Parsed> {
  /** Makes of a JSON value what the name stands for, or refuses it. Pure, so that it runs on any thread. */
  parse(body: unknown, settings: never): Parsed;
  divide(parsed: Parsed): DividedBody;
  join(divided: DividedBody): Parsed;
  /** Of an item of the lists. */
  charactersOf(item: never): number;
}

const CALL = { divide: divideCall, join: joinCall, charactersOf: charactersOfPart };

/** Every form a body can have, with the parser that reads it and how what comes of it is given to another thread. */
export const BODY_PARSERS: { readonly [Name in keyof ParsedBodies]: Parser<ParsedBodies[Name]> } = {
  chat: { parse: parseChatBody, ...CALL },
  messages: { parse: parseMessagesRequest, ...CALL },
  embeddings: {
    parse: parseEmbeddingsRequest,
    divide: ({ inputs, ...frame }) => ({ frame, lists: [inputs] }),
    join: ({ frame, lists }) => ({
      ...(frame as Omit<ParsedBodies['embeddings'], 'inputs'>),
      inputs: lists[0] as string[],
    }),
    charactersOf: (text: string) => text.length,
  },
  operation: {
    parse: parseOperationBody,
    divide: (frame) => ({ frame, lists: [] }),
    join: ({ frame }) => frame,
    charactersOf: () => 0,
  },
};
