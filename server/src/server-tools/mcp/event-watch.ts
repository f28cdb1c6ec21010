const DIGITS = /^\d{1,9}$/;
const LINE_END = /[\r\n]/;

function isResponseTo(message: unknown, id: number | string): boolean {
  if (typeof message !== 'object' || message === null) return false;
  const own = 'id' in message && String(message.id) === String(id);
  return own && ('result' in message || 'error' in message);
}

/** Reads along with a stream of server-sent events: where it can be resumed, when, and whether its request was answered. */
export class EventWatch {
  /** Empty before the first event with an id. */
  lastEventId = '';
  /** As the server last said. */
  retryMs: number | undefined;
  isComplete = false;
  readonly #requestId: number | string;
  #decoder = new TextDecoder();
  #line: string[] = [];
  #data: string[] = [];
  #eventId: string | undefined;
  #endedInReturn = false;

  constructor(requestId: number | string) {
    this.#requestId = requestId;
  }

  add(chunk: Uint8Array): void {
    let text = this.#decoder.decode(chunk, { stream: true });
    if (text === '') return;
    if (this.#endedInReturn && text.startsWith('\n')) text = text.slice(1);
    this.#endedInReturn = text.endsWith('\r');
    for (let end = text.search(LINE_END); end >= 0; end = text.search(LINE_END)) {
      this.#endLine([...this.#line, text.slice(0, end)].join(''));
      this.#line = [];
      text = text.slice(end + (text.startsWith('\r\n', end) ? 2 : 1));
    }
    this.#line.push(text);
  }

  /** For the next stream. An event that was not sent whole is dropped, as its id is. */
  restart(): void {
    this.#decoder = new TextDecoder();
    this.#line = [];
    this.#data = [];
    this.#eventId = undefined;
    this.#endedInReturn = false;
  }

  #endLine(line: string): void {
    if (line === '') return this.#endEvent();
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1));
    if (field === 'data') this.#data.push(value);
    else if (field === 'id' && !value.includes('\0')) this.#eventId = value;
    else if (field === 'retry' && DIGITS.test(value)) this.retryMs = Number(value);
  }

  #endEvent(): void {
    this.lastEventId = this.#eventId ?? this.lastEventId;
    this.isComplete ||= this.#isResponse(this.#data.join('\n'));
    this.#data = [];
  }

  #isResponse(data: string): boolean {
    if (!data.includes('"result"') && !data.includes('"error"')) return false;
    try {
      return isResponseTo(JSON.parse(data), this.#requestId);
    } catch {
      return false;
    }
  }
}
