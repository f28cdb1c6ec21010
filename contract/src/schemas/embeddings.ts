import { z } from 'zod';
import { LIMITS, type LimitValues } from '../limits.ts';
import { BOUNDS, mostCharacters, mostItems } from './bounds.ts';

/** Sizes a vector may have, smallest first. The last is the default (inference contract §2.8). */
export const EMBEDDING_DIMENSIONS = [256, 512, 1024] as const;
export const DEFAULT_EMBEDDING_DIMENSIONS = 1024;
export const EMBEDDING_ENCODINGS = ['float', 'base64'] as const;
export const EMBEDDING_INPUT_TYPES = ['document', 'query'] as const;

const text = z.string().min(1);

function describeInput({ embeddings_tokens_per_input: tokens }: LimitValues): string {
  return `One text or several, none empty. Each up to ${tokens} tokens.`;
}

/**
 * Body of an embeddings request (inference contract §2.8, D-09, D-62). It documents, types and tests; the request path
 * checks the same rules by hand, because their order and codes are part of the contract.
 */
export const EmbeddingsRequest = z
  .strictObject({
    model: z
      .string()
      .min(1)
      .describe('An embedding model from the models list, exactly. Chat models cannot embed.'),
    input: z
      .union([
        text,
        z.array(text).min(1).max(LIMITS.embeddings_inputs).register(BOUNDS, mostItems('embeddings_inputs')),
      ])
      .describe(describeInput(LIMITS))
      .register(BOUNDS, { description: describeInput }),
    dimensions: z
      .union(EMBEDDING_DIMENSIONS.map((size) => z.literal(size)))
      .nullish()
      .describe(`Numbers per vector; ${DEFAULT_EMBEDDING_DIMENSIONS} when left out.`),
    encoding_format: z
      .enum(EMBEDDING_ENCODINGS)
      .nullish()
      .describe('float (the default): a list of numbers. base64: the same numbers as little-endian float32.'),
    input_type: z
      .enum(EMBEDDING_INPUT_TYPES)
      .nullish()
      .describe('document (the default): texts to be found. query: texts to search with.'),
    user: z
      .string()
      .max(LIMITS.end_user_id_characters)
      .register(BOUNDS, mostCharacters('end_user_id_characters'))
      .nullish()
      .describe('Id of the end user; stored with the usage.'),
  })
  .meta({ id: 'EmbeddingsRequest' });
export type EmbeddingsRequest = z.input<typeof EmbeddingsRequest>;

const count = z.int().min(0);

/** One vector (inference contract §2.8). */
export const Embedding = z
  .object({
    object: z.literal('embedding'),
    index: count.describe('Position of the text in input.'),
    embedding: z
      .union([z.array(z.number()), z.string()])
      .describe('The vector, of length 1: as numbers, or in base64.'),
  })
  .meta({ id: 'Embedding' });
export type Embedding = z.infer<typeof Embedding>;

/** The answer (inference contract §2.8). */
export const EmbeddingList = z
  .object({
    object: z.literal('list'),
    data: z.array(Embedding).min(1).describe('One per text, in the order of input.'),
    model: z.string(),
    usage: z.object({
      prompt_tokens: count.describe('Tokens billed.'),
      total_tokens: count.describe('The same.'),
    }),
  })
  .meta({
    id: 'EmbeddingList',
    description:
      'Vectors have length 1, so their dot product is their cosine similarity. Those of different models are not comparable.',
  });
export type EmbeddingList = z.infer<typeof EmbeddingList>;
