import type { LimitValues, RequestedOperation } from '../../../contract/src/index.ts';

/** Bytes sent to an operation that takes no body. */
const UNWANTED_BYTES = 1_048_576;
const ONE_BYTE_CHUNKS = Buffer.from('1\r\n1\r\n'.repeat(65_536));

/** Boundary of the forms below. */
export const BOUNDARY = 'x';
const PART = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"`;
const FORM_END = `\r\n--${BOUNDARY}--\r\n`;

/** Whether the operation takes a file in a form, which is read as it comes and has no limit of its body. */
export function takesForm({ id }: Pick<RequestedOperation, 'id'>): boolean {
  return id === 'createFile' || id === 'createOpenAiFile';
}

/** What follows the head of a request. */
export interface WorstBody {
  readonly shape: string;
  readonly chunked: boolean;
  readonly bytes: Buffer;
}

/** Text that repeats a part up to a size, between an opening and an end. */
function filled(open: string, part: string, end: string, limitBytes: number): Buffer {
  const bytes = Buffer.alloc(limitBytes, part);
  const used = open.length + Math.floor((limitBytes - open.length - end.length) / part.length) * part.length;
  bytes.write(open, 0, 'latin1');
  bytes.fill(part, open.length, used, 'latin1');
  bytes.write(end, used, 'latin1');
  return bytes.subarray(0, used + end.length);
}

function manyKeys(open: string, end: string, limitBytes: number): Buffer {
  let text = open;
  for (let i = 0; text.length < limitBytes - 32; i++) text += `"k${i.toString(36)}":1,`;
  return Buffer.from(`${text}"z":1${end}`);
}

/** Where an operation would look into a long list: the field that holds most of its body. */
const LONG_FIELDS: Readonly<Record<string, string>> = {
  compatOpenAiChat: '{"model":"Svc Standard","messages":[{"role":"user","content":',
  compatOpenAiEmbeddings: '{"model":"svc-embed-1","input":',
  compatOpenAiResponses: '{"model":"Svc Standard","input":[{"role":"user","content":',
  compatOpenAiInputTokens: '{"model":"Svc Standard","input":[{"role":"user","content":',
  compatOpenAiCompact: '{"model":"Svc Standard","input":[{"role":"user","content":',
  compatAnthropicMessages: '{"model":"Svc Standard","max_tokens":1,"messages":[{"role":"user","content":',
  compatAnthropicCountTokens: '{"model":"Svc Standard","messages":[{"role":"user","content":',
  createEmbeddings: '{"model":"svc-embed-1","input":',
  createMessage: '{"model":"Svc Standard","max_tokens":1,"messages":[{"role":"user","content":',
  createChatCompletion: '{"messages":[{"role":"user","content":',
  countChatCompletionTokens: '{"messages":[{"role":"user","content":',
};

/** As many items as a body may have, each of which is looked up. */
function namedItems({ compat_items: most }: LimitValues): Buffer {
  const input = Array.from({ length: most }, (_, i) => ({ type: 'item_reference', id: `msg_${i}` }));
  return Buffer.from(JSON.stringify({ model: 'Svc Standard', input }));
}

/** The worst an operation allows by size, shape by shape. Made one at a time: some have 32 MB. */
export function* worstBodies(operation: RequestedOperation, limits: LimitValues): Generator<WorstBody> {
  const { id, path, bodyLimit } = operation;
  const limitBytes = bodyLimit ? limits[bodyLimit] : UNWANTED_BYTES;
  yield {
    shape: 'one-byte chunks',
    chunked: true,
    bytes: ONE_BYTE_CHUNKS.subarray(0, Math.min(limitBytes * 6, ONE_BYTE_CHUNKS.length)),
  };
  const whole = (shape: string, bytes: Buffer): WorstBody => ({ shape, chunked: false, bytes });
  if (takesForm(operation)) {
    yield whole('many parts', filled('', `${PART}\r\n\r\n1\r\n`, FORM_END, limitBytes));
    yield whole('many headers of a part', filled(PART, '\r\nX-A: b', `\r\n\r\n1${FORM_END}`, limitBytes));
    yield whole(
      'a long header of a part',
      filled(`${PART}\r\nX-A: `, 'b', `\r\n\r\n1${FORM_END}`, limitBytes),
    );
    yield whole('a long field', filled(`${PART}\r\n\r\n`, 'x', FORM_END, limitBytes));
    yield whole(
      'a file of line ends',
      filled(`${PART}; filename="a.txt"\r\n\r\n`, '\r\n-', FORM_END, limitBytes),
    );
  }
  if (!bodyLimit) return;
  if (path.startsWith('/oauth/')) {
    yield whole('many parameters', filled('', 'a=1&', '', limitBytes));
    yield whole('a long parameter', filled('client_id=', 'x', '', limitBytes));
    return;
  }
  const field = LONG_FIELDS[id] ?? '{"name":';
  const end = (LONG_FIELDS[id] ?? '').includes('[{') ? '}]}' : '}';
  yield whole('depth', filled('', '[', '', limitBytes));
  yield whole('depth in a field', filled(field, '[', '', limitBytes));
  yield whole('many values', filled('[', '1,', '1]', limitBytes));
  yield whole('many values in a field', filled(`${field}[`, '1,', `1]${end}`, limitBytes));
  yield whole('many objects in a field', filled(`${field}[`, '{},', `{}]${end}`, limitBytes));
  yield whole('many keys', manyKeys('{', '}', limitBytes));
  yield whole('many keys in a field', manyKeys(`${field}{`, `}${end}`, limitBytes));
  yield whole('a long key', filled('{"', 'k', '":1}', limitBytes));
  yield whole('a long string', filled(`${field}"`, 'x', `"${end}`, limitBytes));
  yield whole('escapes', filled(`${field}"`, '\\u0041', `"${end}`, limitBytes));
  if (path.startsWith('/compat/openai/v1/responses')) yield whole('named items', namedItems(limits));
}
