import { isPage, readStream, type UploadContent } from '../core/upload-body.ts';

/** Where the bytes of an upload come from: a file of this machine, in Node, or what the program has. */
export type FileSource =
  | { readonly path: string; readonly filename?: string | undefined }
  | {
      readonly file: Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;
      /** Needed unless `file` is a `File`, which has a name. */
      readonly filename?: string | undefined;
    };

interface OpenSource {
  readonly filename: string;
  readonly content: UploadContent;
}

interface FileSystem {
  openAsBlob(path: string): Promise<Blob>;
}

declare const process: { getBuiltinModule?(name: 'node:fs'): FileSystem } | undefined;

export async function openSource(source: FileSource): Promise<OpenSource> {
  if ('path' in source) {
    const { path, filename = path.split(/[/\\]/).at(-1)! } = source;
    return { filename, content: await openPath(path) };
  }
  const { file, filename = nameOf(file) } = source;
  if (filename === undefined) throw new TypeError('Give the file a filename.');
  return { filename, content: await toContent(file) };
}

/** Read piece by piece while it is sent. Asked for like this, nothing of Node is imported where there is none. */
async function openPath(path: string): Promise<Blob> {
  const fs = typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:fs');
  if (!fs)
    throw new TypeError('Uploads from a path need Node 20.16, or 22.3 and later. Give `file` instead.');
  try {
    return await fs.openAsBlob(path);
  } catch (cause) {
    // Node's own message does not say which file it is.
    throw new TypeError(`Cannot read the file ${path}.`, { cause });
  }
}

function nameOf(file: unknown): string | undefined {
  return file instanceof Blob && 'name' in file ? (file.name as string) : undefined;
}

async function toContent(file: Extract<FileSource, { file: unknown }>['file']): Promise<UploadContent> {
  if (file instanceof Blob) return file;
  if (file instanceof ArrayBuffer || file instanceof Uint8Array)
    return new Blob([file as Uint8Array<ArrayBuffer>]);
  const chunks = file instanceof ReadableStream ? readStream(file) : file;
  // Most browsers cannot stream into a request.
  return isPage() ? new Blob(await collect(chunks)) : chunks;
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>[]> {
  const all: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of chunks) all.push(chunk as Uint8Array<ArrayBuffer>);
  return all;
}
