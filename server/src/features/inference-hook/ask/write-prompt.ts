import type { Block, Conversation, ImageBlock, Turn } from '#engine';
import type { JsonWriter } from './json-writer.ts';
import { hasRepeatedNames } from './repeated-names.ts';

/** What a hook is shown of a prompt. */
export type ShownPrompt = Pick<Conversation, 'turns' | 'tools'>;

/**
 * Writes the turns as messages in the form of `/v1/messages`, system first (POLICY-19). Images and documents are
 * described by what the model gets: of an image the bytes, of a document the text.
 */
export async function writePrompt(writer: JsonWriter, { turns, tools }: ShownPrompt): Promise<void> {
  writer.raw(`"tools":${JSON.stringify(tools.map(({ name }) => name))},"messages":[`);
  let separator = '';
  for (const turn of turns) {
    if (writer.truncated) break;
    writer.raw(`${separator}{"role":"${turn.role}","content":[`);
    await writeBlocks(writer, turn.blocks);
    writer.raw(']}');
    separator = ',';
  }
  writer.raw(`],"truncated":${String(writer.truncated)}`);
}

async function writeBlocks(writer: JsonWriter, blocks: Turn['blocks']): Promise<void> {
  let separator = '';
  for (const block of blocks) {
    if (writer.truncated) return;
    writer.raw(separator);
    await writeBlock(writer, block);
    await writer.rest();
    separator = ',';
  }
}

async function writeBlock(writer: JsonWriter, block: Block): Promise<void> {
  switch (block.type) {
    case 'text':
    case 'reasoning':
      return writeText(writer, `{"type":"${block.type}","text":`, block.text);
    case 'compaction':
      return writeText(writer, '{"type":"compaction","summary":', block.text);
    case 'image':
      return writer.raw(await describeImage(block));
    case 'document':
      return writeDocument(writer, block.title, block.text);
    case 'tool_call':
      writer.raw(
        `{"type":"tool_call","id":${JSON.stringify(block.id)},"name":${JSON.stringify(block.name)},`,
      );
      return writeInput(writer, block.arguments);
    case 'tool_result':
      writer.raw(`{"type":"tool_result","tool_call_id":${JSON.stringify(block.callId)},`);
      writer.raw(`"is_error":${String(block.isError === true)},"content":[`);
      await writeBlocks(writer, [{ type: 'text', text: block.text }, ...(block.images ?? [])]);
      return writer.raw(']}');
  }
}

async function writeText(writer: JsonWriter, before: string, text: string): Promise<void> {
  writer.raw(before);
  await writer.text(text);
  writer.raw('}');
}

/** Larger inputs are shown as a string: parsing them would hold the event loop. */
const PARSED_CHARACTERS = 262_144;

/** Closes the object. A string where the model wrote no JSON, or something that readers of JSON do not see. */
export async function writeInput(writer: JsonWriter, input: string): Promise<void> {
  writer.raw('"input":');
  if (input.length <= PARSED_CHARACTERS && writer.fits(input) && hidesNothing(input)) writer.raw(input);
  else await writer.text(input);
  writer.raw('}');
}

/** Whether it is JSON without a name that stands twice in an object: the model gets both values, and a reader one. */
function hidesNothing(text: string): boolean {
  try {
    return !hasRepeatedNames(text, JSON.parse(text));
  } catch {
    // No JSON, or too deep.
    return false;
  }
}

async function writeDocument(writer: JsonWriter, title: string | undefined, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  const about = { type: 'document', title: title ?? null, ...(await describe(bytes)) };
  await writeText(writer, `${JSON.stringify(about).slice(0, -1)},"text":`, text);
}

/** A conversation names the same images again in every round. */
const DESCRIBED = new WeakMap<ImageBlock, string>();

async function describeImage(image: ImageBlock): Promise<string> {
  const known = DESCRIBED.get(image);
  if (known !== undefined) return known;
  const about = { media_type: image.mediaType, ...(await describe(Buffer.from(image.data, 'base64'))) };
  const described = JSON.stringify({ type: 'image', ...about });
  DESCRIBED.set(image, described);
  return described;
}

/** Hashed on another thread: a large image would hold the event loop. */
async function describe(bytes: Buffer<ArrayBuffer>) {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return { size_bytes: bytes.length, sha256: Buffer.from(digest).toString('hex') };
}
