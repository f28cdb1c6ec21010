import {
  resolveContent,
  type ContentContext,
  type ContentMemory,
  type ContentPart,
  type FileSource,
  type ResolvedDocument,
  type ResolvedImage,
} from '#content';
import { citeDocuments, type Block, type DocumentBlock, type ImageBlock, type Turn } from '#engine';
import type { Authenticated, Credential, Exchange, Parsed, PendingContent } from '#exchange';

/** What images and documents are fetched and read with; one of each for the process. */
export interface ContentDeps extends Pick<ContentContext, 'fetcher' | 'reader'> {
  readonly memory: ContentMemory;
  /** The files of the caller's workspace. */
  readonly filesOf: (credential: Credential) => FileSource;
}

/**
 * Fetches and reads what the body only names and puts it into the conversation (D-53, D-54). Throws as `resolveContent`
 * does; when the client leaves, everything under way is given up.
 */
export async function resolvePending(
  { fetcher, reader, memory, filesOf }: ContentDeps,
  limits: ContentContext['limits'],
  exchange: Exchange & Authenticated & Parsed,
  pending: readonly PendingContent[],
): Promise<void> {
  const { organizationId } = exchange.credential;
  const { signal } = exchange;
  const hold = memory.hold(organizationId);
  // The conversation has its content until it is answered: an engine that fails is followed by another one.
  exchange.onClose(() => hold.release());
  try {
    const resolved = await resolveContent(pending.map(toPart), {
      fetcher,
      reader,
      files: filesOf(exchange.credential),
      limits,
      hold,
      organizationId,
      signal,
    });
    const turns = [...exchange.call.turns];
    for (const [index, content] of resolved.entries()) {
      const { position, citable, detail } = pending[index]!;
      const block = content.kind === 'image' ? toImage(content, detail) : toDocument(content, citable);
      turns[position.turn] = withBlock(turns[position.turn]!, position, block);
    }
    const call = { ...exchange.call, turns, pending: [] };
    exchange.call = pending.some(({ citable }) => citable) ? await citeDocuments(call) : call;
  } catch (error) {
    // The caller has gone.
    if (!exchange.disconnected) throw error;
  }
}

/** A file is refused by the field that names it, everything else by its block. */
function toPart({ kind, path: block, filePath, title, source }: PendingContent): ContentPart {
  const path = source.type === 'file' ? filePath : block;
  return kind === 'image'
    ? { kind, path, source }
    : { kind, path, source, ...(title === undefined ? {} : { title }) };
}

function toImage(
  { mediaType, bytes: { buffer, byteOffset, byteLength } }: ResolvedImage,
  detail: ImageBlock['detail'],
): ImageBlock {
  const data = Buffer.from(buffer, byteOffset, byteLength).toString('base64');
  return { type: 'image', mediaType, data, ...(detail === undefined ? {} : { detail }) };
}

const BETWEEN_PAGES = '\n\n';

function toDocument(
  { title, fileId, paged, pages }: ResolvedDocument,
  citable: PendingContent['citable'],
): DocumentBlock {
  const block = {
    type: 'document',
    title: title ?? undefined,
    text: pages.map(({ text }) => text).join(BETWEEN_PAGES),
  } as const;
  if (!citable) return block;
  const pageStarts: number[] = [];
  let start = 0;
  for (const { text } of pages) {
    pageStarts.push(start);
    start += text.length + BETWEEN_PAGES.length;
  }
  return { ...block, citable, ...(paged ? { pageStarts } : {}), ...(fileId === null ? {} : { fileId }) };
}

function withBlock(
  turn: Turn,
  position: PendingContent['position'],
  block: ImageBlock | DocumentBlock,
): Turn {
  const blocks: Block[] = [...turn.blocks];
  const holder = blocks[position.block];
  if (position.image === undefined) blocks[position.block] = withMarkerOf(holder, block);
  else if (holder?.type === 'tool_result' && block.type === 'image')
    blocks[position.block] = { ...holder, images: (holder.images ?? []).with(position.image, block) };
  return { ...turn, blocks };
}

/** What stood in its place has the marker of the caller, if there is one. */
function withMarkerOf(holder: Block | undefined, block: ImageBlock | DocumentBlock): Block {
  const cacheControl = holder && 'cacheControl' in holder ? holder.cacheControl : undefined;
  return cacheControl ? { ...block, cacheControl } : block;
}
