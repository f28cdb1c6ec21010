/** One event of a stream, its data lines joined. */
export interface ServerSentEvent {
  /** Empty where the stream gave none. */
  readonly event: string;
  readonly data: string;
}

/** Far beyond any event of this API; a line that never ends must not fill the memory. */
const LINE_LIMIT_CHARACTERS = 64 * 1024 * 1024;

/** Cuts text into lines that may end in CR, LF or both, wherever the pieces were cut. */
function lineCutter(): (chunk: string) => string[] {
  let rest = '';
  return (chunk) => {
    // Only the new piece is looked through: a long line that comes in many pieces is searched once.
    if (!/[\r\n]/.test(chunk) && !rest.endsWith('\r')) {
      rest += chunk;
      if (rest.length > LINE_LIMIT_CHARACTERS) throw new RangeError('A line of the stream has no end.');
      return [];
    }
    const text = rest + chunk;
    // A CR at the end may be half of an end of line.
    const complete = text.endsWith('\r') ? text.slice(0, -1) : text;
    const lines = complete.split(/\r\n|\n|\r/);
    rest = lines.pop()! + text.slice(complete.length);
    return lines;
  };
}

/** Puts lines together to events; a blank line ends one. Comments and fields nobody needs are left out. */
function eventReader(): (line: string) => ServerSentEvent | undefined {
  let event = '';
  let data: string[] = [];
  return (line) => {
    if (line === '') {
      const complete = data.length > 0 ? { event, data: data.join('\n') } : undefined;
      event = '';
      data = [];
      return complete;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'event') event = value;
    return undefined;
  };
}

/** The events of a body as they arrive. An event the body ends in the middle of is none. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  const cut = lineCutter();
  const read = eventReader();
  // Not every browser iterates over a body.
  const reader = body.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      const lines = cut(done ? `${decoder.decode()}\n` : decoder.decode(value, { stream: true }));
      for (const line of lines) {
        const event = read(line);
        if (event) yield event;
      }
      if (done) return;
    }
  } finally {
    reader.releaseLock();
  }
}
