import {
  ApiError,
  DEFAULT_EMBEDDING_DIMENSIONS,
  EMBEDDING_DIMENSIONS,
  EMBEDDING_ENCODINGS,
  EMBEDDING_INPUT_TYPES,
  EmbeddingsRequest,
} from '@svc/contract';
import {
  toError,
  toRefusal,
  type EmbeddingsCall,
  type EmbeddingsOptions,
  type Refusal,
  type UncountedEmbeddings,
} from '#exchange';
import { fieldPath, invalid, isLonger, isObject, type Fields } from '#features/conversation';
import { countInputs, type TokenLimits } from './count-inputs.ts';

export interface EmbeddingsLimits extends TokenLimits {
  /** Texts per request. */
  readonly inputs: number;
  /** Characters of `user`. */
  readonly endUserIdCharacters: number;
}

const FIELDS: ReadonlySet<string> = new Set(Object.keys(EmbeddingsRequest.shape));

/**
 * An embeddings body up to what needs its texts counted. What is not known is refused first, because it is most often a known
 * field misspelt; then rules run in the order of the contract's field table, of `input` in that of D-62. Pure, so that it runs on any thread.
 */
export function parseEmbeddingsRequest(fields: unknown, limits: EmbeddingsLimits): UncountedEmbeddings {
  if (!isObject(fields)) throw inputRequired();
  for (const name of Object.keys(fields))
    if (!FIELDS.has(name)) throw new ApiError('unknown_parameter', { param: fieldPath('', name) });
  const requestedModel = parseModel(fields['model']);
  const inputs = parseInputs(fields['input'], limits.inputs);
  return { requestedModel, inputs, options: tryOptions(fields, limits) };
}

/** The body as a call, once the tokens of its texts are known. Waits only where they are large. */
export async function countEmbeddings(
  body: UncountedEmbeddings,
  limits: TokenLimits,
  tenant: string,
): Promise<EmbeddingsCall> {
  const { requestedModel, inputs, options } = body;
  const inputTokens = await countInputs(inputs, limits, tenant);
  if ('refused' in options) throw toError(options);
  return { requestedModel, inputs, inputTokens, ...options };
}

function tryOptions(fields: Fields, limits: EmbeddingsLimits): EmbeddingsOptions | Refusal {
  try {
    return {
      dimensions: parseDimensions(fields['dimensions']),
      encoding: parseChoice(fields, 'encoding_format', EMBEDDING_ENCODINGS),
      inputType: parseChoice(fields, 'input_type', EMBEDDING_INPUT_TYPES),
      endUserId: parseUser(fields['user'], limits.endUserIdCharacters),
    };
  } catch (error) {
    return toRefusal(error);
  }
}

function parseModel(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw invalid('model', 'model must name an embedding model of GET /v1/models.');
}

function parseInputs(value: unknown, most: number): readonly string[] {
  if (value === undefined || value === null || value === '') throw inputRequired();
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) throw notTexts();
  if (value.length > most) throw new ApiError('too_many_inputs', { param: 'input' });
  if (value.length === 0) throw inputRequired();
  for (const item of value as unknown[]) {
    if (item === '') throw inputRequired();
    if (typeof item !== 'string') throw notTexts();
  }
  return value as string[];
}

function parseDimensions(value: unknown): number {
  if (value === undefined || value === null) return DEFAULT_EMBEDDING_DIMENSIONS;
  const known = EMBEDDING_DIMENSIONS.find((size) => size === value);
  if (known === undefined) throw new ApiError('invalid_dimensions', { param: 'dimensions' });
  return known;
}

/** One of the choices; the first is the default. */
function parseChoice<T extends string>(fields: Fields, name: string, choices: readonly [T, ...T[]]): T {
  const value = fields[name] ?? choices[0];
  const known = choices.find((choice) => choice === value);
  if (known === undefined) throw invalid(name, `${name} must be one of ${choices.join(' or ')}.`);
  return known;
}

function parseUser(value: unknown, most: number): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || isLonger(value, most))
    throw invalid('user', `user must be a string of at most ${most} characters.`);
  return value;
}

function inputRequired(): ApiError {
  return new ApiError('input_required', { param: 'input' });
}

function notTexts(): ApiError {
  return invalid(
    'input',
    'input must be a string or a list of strings; lists of token numbers are not accepted.',
  );
}
