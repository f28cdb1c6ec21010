import { EngineFault } from '../../events.ts';
import type { EmbedRequest, RawEmbeddings } from '../../embedding/embedding.ts';
import type { HttpUpstream } from '../http/http-upstream.ts';
import { readTokenCount } from '../http/token-count.ts';
import { callWithHeaders } from '../http/whole-call.ts';
import { joinEmbeddings } from '../openai/embed-in-batches.ts';
import type { ParsedEmbeddings } from '../openai/parse-embeddings.ts';
import { readEmbeddings } from '../openai/read-embeddings.ts';
import { inGroups, runBatches } from '../run-batches.ts';

/** A vector of 4,096 numbers written as a list with every digit has about 90 KB. */
const RESPONSE_BYTES_PER_INPUT = 131_072;
/** Beside the vectors Cohere returns the texts. */
const RESPONSE_BYTES = 4_194_304;
const BATCH_CONCURRENCY = 8;

/** What a family of models takes in a request. */
interface EmbeddingFormat {
  readonly textsPerRequest: number;
  readonly body: (texts: readonly string[], request: EmbedRequest) => object;
}

const TITAN: EmbeddingFormat = {
  textsPerRequest: 1,
  body: ([inputText]) => ({ inputText }),
};

const COHERE: EmbeddingFormat = {
  textsPerRequest: 96,
  body: (texts, { inputType }) => ({
    texts,
    input_type: inputType === 'query' ? 'search_query' : 'search_document',
    // A text that is too long is refused, as everywhere.
    truncate: 'NONE',
    embedding_types: ['float'],
  }),
};

/** Where the tokens of a request are counted if its body does not say so. */
const INPUT_TOKENS_HEADER = 'x-amzn-bedrock-input-token-count';

/** Embeds all inputs, in as many requests as the model's limit requires (D-ENG-24). Rejects with an `EngineFault`. */
export async function embedTexts(
  { upstream, path }: { readonly upstream: HttpUpstream; readonly path: string },
  request: EmbedRequest,
  model: string,
  signal: AbortSignal,
): Promise<RawEmbeddings> {
  const form = /(?:^|[./])cohere\./.test(model) ? COHERE : TITAN;
  const { tenant = '', traceparent } = request;
  const responses = await runBatches(
    inGroups(request.inputs, form.textsPerRequest),
    { concurrency: BATCH_CONCURRENCY, signal },
    async (texts, either) => {
      const body = JSON.stringify(form.body(texts, request));
      const limitBytes = RESPONSE_BYTES + texts.length * RESPONSE_BYTES_PER_INPUT;
      const answer = await callWithHeaders(upstream, { path, body, traceparent, limitBytes }, either);
      const parsed = await parsedOf(answer.bytes, texts.length, tenant);
      return { ...parsed, inputTokens: parsed.inputTokens ?? countIn(answer.headers[INPUT_TOKENS_HEADER]) };
    },
  );
  return joinEmbeddings(responses);
}

async function parsedOf(
  bytes: Buffer<ArrayBuffer>,
  count: number,
  tenant: string,
): Promise<ParsedEmbeddings> {
  try {
    const parsed = await readEmbeddings(bytes, count, tenant);
    if (parsed) return parsed;
  } catch {
    // Invalid JSON.
  }
  throw new EngineFault('broken');
}

function countIn(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' ? readTokenCount(header) : undefined;
}
