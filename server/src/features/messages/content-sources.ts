import { ApiError } from '@svc/contract';
import type { Block, DocumentBlock, ImageBlock, Turn } from '#engine';
import type { Exchange, PendingContent } from '#exchange';

/** Turns what a body only names into blocks an engine takes: addresses, documents, uploaded files (D-53, D-54). */
export interface ContentSources {
  /** The block that belongs in the conversation. Throws the refusal, with the path as `param`. */
  read(content: PendingContent, exchange: Exchange): Promise<ImageBlock | DocumentBlock>;
}

/** Until there are files and a reader of documents: no file exists, and nothing else can be read. */
export const noContentSources: ContentSources = {
  read({ source, path }) {
    if (source.type === 'file') return Promise.reject(new ApiError('file_not_found', { param: `${path}.source.file_id` }));
    return Promise.reject(new ApiError('unsupported_content', { param: path }));
  },
};

/** Fetches what the call names, in order, and puts it in its place. */
export async function fillPending(sources: ContentSources, exchange: Exchange, pending: readonly PendingContent[]): Promise<void> {
  const turns = [...exchange.call.turns];
  for (const content of pending) {
    const { turn } = content.place;
    const block = await sources.read(content, exchange);
    if (exchange.gone) return;
    turns[turn] = withBlock(turns[turn]!, content.place, block);
  }
  exchange.call = { ...exchange.call, turns, pending: [] };
}

function withBlock(turn: Turn, place: PendingContent['place'], block: ImageBlock | DocumentBlock): Turn {
  const blocks: Block[] = [...turn.blocks];
  const holder = blocks[place.block];
  if (place.image === undefined) blocks[place.block] = block;
  else if (holder?.type === 'tool_result' && block.type === 'image')
    blocks[place.block] = { ...holder, images: (holder.images ?? []).with(place.image, block) };
  return { ...turn, blocks };
}
