import { sendByXhr } from './xhr.ts';

/** How far an upload is, in bytes of the file. A try that is repeated begins at 0 again. */
export interface UploadProgress {
  readonly sentBytes: number;
  /** Undefined for a stream, whose length nobody knows. */
  readonly totalBytes: number | undefined;
}

/** Told of progress with every piece that is handed to the network. */
export type ProgressListener = (progress: UploadProgress) => void;

/** Bytes with a size, which can be read again, or as they come, which can not. */
export type UploadContent = Blob | AsyncIterable<Uint8Array>;

export interface UploadBody {
  readonly contentType: string;
  /** Sends the body from its beginning. */
  send(fetcher: typeof fetch, url: string, init: RequestInit): Promise<Response>;
}

interface FormParts {
  readonly fields: Readonly<Record<string, string>>;
  readonly filename: string;
  readonly content: UploadContent;
  readonly onProgress: ProgressListener | undefined;
}

/** A `multipart/form-data` body whose file comes last, so that the service knows what it is before its first byte. */
export function formBody({ fields, filename, content, onProgress }: FormParts): UploadBody {
  const boundary = `svc-${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('')}`;
  const parts = Object.entries(fields).map(
    ([name, value]) => `${partHead(boundary, name)}\r\n\r\n${value}\r\n`,
  );
  const head = `${parts.join('')}${partHead(boundary, 'file')}; filename="${escapeName(filename)}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    send(fetcher, url, init) {
      if (content instanceof Blob) {
        const body = new Blob([head, content, tail]);
        // Pages cannot follow what fetch sends, and most cannot stream into it.
        if (isPage() && onProgress)
          return sendByXhr(url, { ...init, body }, fileProgress(head, content.size, onProgress));
        // In Bun, a file of the disk is empty inside another Blob. It is streamed there.
        const isWhole = body.size === content.size + new Blob([head, tail]).size;
        if (!onProgress && isWhole) return fetcher(url, { ...init, body });
      }
      const body = streamOf(head, watch(content, onProgress), tail);
      return fetcher(url, { ...init, body, duplex: 'half' } as RequestInit);
    },
  };
}

/** Whether this is a page or a worker of one. */
export function isPage(): boolean {
  return typeof XMLHttpRequest !== 'undefined';
}

function partHead(boundary: string, name: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"`;
}

/** As browsers write names into forms. */
function escapeName(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

/** What was sent of a form, as what was sent of its file. */
function fileProgress(
  head: string,
  totalBytes: number,
  report: ProgressListener,
): (sentBytes: number) => void {
  const headBytes = new TextEncoder().encode(head).length;
  return (sent) => report({ sentBytes: Math.min(Math.max(sent - headBytes, 0), totalBytes), totalBytes });
}

async function* watch(
  content: UploadContent,
  report: ProgressListener | undefined,
): AsyncGenerator<Uint8Array> {
  const totalBytes = content instanceof Blob ? content.size : undefined;
  let sentBytes = 0;
  for await (const chunk of content instanceof Blob ? readStream(content.stream()) : content) {
    yield chunk;
    sentBytes += chunk.length;
    report?.({ sentBytes, totalBytes });
  }
}

/** A stream as something to iterate over, which not every browser's is. */
export async function* readStream(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

function streamOf(
  head: string,
  chunks: AsyncGenerator<Uint8Array>,
  tail: string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(head)),
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (!done) return controller.enqueue(value);
      controller.enqueue(encoder.encode(tail));
      controller.close();
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
