import { segment, type RequestOptions } from '../core/call.ts';
import { listPages, type Pages } from '../core/pages.ts';
import type { Transport } from '../core/transport.ts';
import { PATHS } from '../generated/paths.ts';
import type {
  DeleteFileAnswer,
  File as FileObject,
  ListFilesAnswer,
  ListFilesQuery,
} from '../generated/types.ts';
import type { FileSource } from './file-source.ts';
import { sendForm, type UploadOptions } from './send-form.ts';

/** A file to upload, and what it is for. */
export type FileUpload = FileSource & {
  readonly purpose: FileObject['purpose'];
  /** 1 to 90, 30 when left out. */
  readonly expires_after_days?: number | undefined;
};

export interface ContentOptions extends RequestOptions {
  /** From byte `start` on up to byte `end`, which is not included; to the last one when left out. */
  readonly range?: { readonly start: number; readonly end?: number | undefined } | undefined;
}

/** The files of the key's workspace. */
export class Files {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Uploads a file. It is `processing` at first; `retrieve` tells when it is `ready`. What is no stream is sent again where that helps. */
  create(upload: FileUpload, options?: UploadOptions): Promise<FileObject> {
    return sendForm(this.#transport, PATHS.createFile, upload, options);
  }

  /** The first page, or with `for await` every file, newest first. */
  list(query: ListFilesQuery = {}, options?: RequestOptions): Pages<ListFilesAnswer> {
    return listPages<ListFilesAnswer>({ ...query }, (page) =>
      this.#transport.json({ ...PATHS.listFiles, query: page, repetition: 'safe' }, options),
    );
  }

  /** What is known of a file. */
  retrieve(id: string, options?: RequestOptions): Promise<FileObject> {
    return this.#transport.json(
      { method: 'GET', path: pathOf(PATHS.readFile.path, id), repetition: 'safe' },
      options,
    );
  }

  /** Its bytes as fetch gives them: `body` to stream them, `arrayBuffer()`, `blob()` or `text()` for all of them. */
  async content(id: string, { range, ...options }: ContentOptions = {}): Promise<Response> {
    const path = pathOf(PATHS.readFileContent.path, id);
    const headers = range && {
      range: `bytes=${range.start}-${range.end === undefined ? '' : range.end - 1}`,
    };
    const call = { method: 'GET', path, repetition: 'safe', ...(headers && { headers }) } as const;
    return (await this.#transport.open(call, options)).response;
  }

  delete(id: string, options?: RequestOptions): Promise<DeleteFileAnswer> {
    return this.#transport.json(
      { method: 'DELETE', path: pathOf(PATHS.deleteFile.path, id), repetition: 'safe' },
      options,
    );
  }
}

function pathOf(path: string, id: string): string {
  return path.replace('{file_id}', segment(id));
}
