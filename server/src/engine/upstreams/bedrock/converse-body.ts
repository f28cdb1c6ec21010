import { placeMarkers, type PromptCaching } from '../anthropic/place-markers.ts';
import { toMessages, toSystem } from '../anthropic/wire-messages.ts';
import { toWireTools } from '../anthropic/wire-tools.ts';
import { repliesOf } from '../http/replies-of.ts';
import type { RequestFormat } from '../http/request-format.ts';
import { writeRequest, type ChunkedBody } from '../http/request-writer.ts';
import { arrangeResults } from './arrange-results.ts';
import { toConverseBlocks } from './converse-blocks.ts';
import { toInferenceFields } from './converse-fields.ts';
import { toToolConfig } from './converse-tools.ts';
import { DocumentNames } from './document-names.ts';
import type { ModelTraits } from './model-family.ts';
import type { ReplyFormat } from './reply-format.ts';
import { documentsOf, withText } from './request-documents.ts';

export interface ConverseTarget {
  readonly traits: ModelTraits;
  readonly promptCaching: PromptCaching;
  /** The engine and model that parts were signed by which may go to it. */
  readonly origin: string;
  readonly format: RequestFormat;
}

/**
 * The request for Converse, written from the blocks of Anthropic's form: the two say the same, and signed reasoning, cache markers and
 * the order of blocks have to be right in one place.
 */
export function toConverseBody(
  { request, outputConfig, tools: formatTools }: ReplyFormat,
  { traits, promptCaching, origin, format }: ConverseTarget,
): string | ChunkedBody {
  const { turns, memory } = request;
  const written = toMessages(turns, repliesOf(memory, origin), documentsOf(traits));
  const arranged = Array.from(arrangeResults(written, traits.takesRichResults), withText);
  const declared = toWireTools(request).tools ?? [];
  const parts = { tools: declared, system: toSystem(turns), messages: arranged };
  const caching = traits.cachesPrompts ? promptCaching : 'off';
  const { tools, system, messages } = placeMarkers(parts, caching, request);
  const context = { traits, documentNames: new DocumentNames() };
  const around = (blocks: readonly object[]): object => ({
    messages: blocks,
    system: system.length > 0 ? toConverseBlocks(system, context) : undefined,
    ...toInferenceFields(request, format, { traits, messages: arranged }),
    toolConfig: formatTools ?? toToolConfig(request, tools, traits),
    outputConfig,
  });
  const converse = messages.map(({ role, content }) => ({
    role,
    content: toConverseBlocks(content, context),
  }));
  return writeRequest(turns, { messages: converse, around });
}
