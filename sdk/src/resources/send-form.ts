import type { Call, RequestOptions } from '../core/call.ts';
import type { Transport } from '../core/transport.ts';
import { formBody, type ProgressListener } from '../core/upload-body.ts';
import { openSource, type FileSource } from './file-source.ts';

export interface UploadOptions extends RequestOptions {
  readonly onProgress?: ProgressListener | undefined;
}

type FormCall = Omit<Call, 'body' | 'upload' | 'repetition'>;

/** Sends a file, and everything else of `form` as fields before it. What is no stream is sent again where that helps. */
export async function sendForm<Result>(
  transport: Transport,
  call: FormCall,
  form: FileSource,
  { onProgress, ...options }: UploadOptions = {},
): Promise<Result> {
  const { filename, content } = await openSource(form);
  const upload = formBody({ fields: fieldsOf(form), filename, content, onProgress });
  return transport.json({ ...call, upload, repetition: content instanceof Blob ? 'keyed' : 'once' }, options);
}

/** As `sendForm` where there is a file, else as JSON. */
export function sendFormOrJson<Result>(
  transport: Transport,
  call: FormCall,
  body: FileSource | object,
  options: UploadOptions = {},
): Promise<Result> {
  if ('file' in body || 'path' in body) return sendForm(transport, call, body, options);
  return transport.json({ ...call, body, repetition: 'keyed' }, options);
}

const SOURCE_FIELDS: ReadonlySet<string> = new Set(['file', 'path', 'filename']);

/** Text as it is, everything else as JSON. */
function fieldsOf(form: FileSource): Record<string, string> {
  const fields = Object.entries(form).filter(
    ([name, value]: [string, unknown]) => value !== undefined && !SOURCE_FIELDS.has(name),
  );
  return Object.fromEntries(
    fields.map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}
