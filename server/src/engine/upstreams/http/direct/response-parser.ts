import * as process from 'node:process';

/** What Node's own HTTP parser offers of itself, as far as it is used here. */
interface NodeParser {
  initialize(type: number, resource: object, maxHeaderBytes: number, lenience: number): void;
  /** The number of bytes, or the error that they are. */
  execute(bytes: Uint8Array): number | Error;
  /** The connection has ended: undefined, or the error that this is. */
  finish(): number | Error | undefined;
  close(): void;
  /** Ours: Node calls the callbacks on the parser. */
  owner?: ResponseParser;
  [callback: number]: (...parts: never[]) => unknown;
}

interface NodeParserClass {
  new (): NodeParser;
  readonly RESPONSE: number;
  readonly kLenientNone: number;
  readonly kOnMessageBegin: number;
  readonly kOnHeaders: number;
  readonly kOnHeadersComplete: number;
  readonly kOnBody: number;
  readonly kOnMessageComplete: number;
}

/** Told of the parts of responses, in the order in which they were sent. */
export interface ResponseParts {
  begin(): void;
  /** A flat list of names and values. True: whoever is told reads the body, so the parser stops behind the head. */
  head(status: number, headers: readonly string[], keepAlive: boolean): boolean | void;
  /** The bytes are a copy of what was read. */
  body(bytes: Buffer): void;
  end(): void;
}

const NO_HEADERS: readonly string[] = [];
/** Tells the parser to read nothing behind a head, as for a connection that changes its protocol. */
const STOP_BEHIND_HEAD = 2;
/** Parsers that wait for a connection. Of Node's 24 each takes ten kilobytes. */
const spares: ResponseParser[] = [];
const MAX_SPARES = 64;

/**
 * The parser of `node:http`, with its checks and its limit for heads. Node does not document it. A version without it gives
 * undefined, and whoever asks takes another way.
 */
function nodeParserClass(): NodeParserClass | undefined {
  const common = process.getBuiltinModule('node:_http_common' as 'node:http') as unknown;
  return (common as { HTTPParser?: NodeParserClass } | undefined)?.HTTPParser;
}

const Parser = nodeParserClass();

/** A parser for a connection, which gives it back where it does not need it. */
export function takeParser(parts: ResponseParts): ResponseParser {
  const parser = spares.pop() ?? new ResponseParser();
  parser.begin(parts);
  return parser;
}

/** Not while it reads. */
export function releaseParser(parser: ResponseParser): void {
  parser.forget();
  if (spares.length < MAX_SPARES) spares.push(parser);
  else parser.close();
}

/** Parses the responses of one connection, one after the other. */
export class ResponseParser {
  readonly #parser: NodeParser;
  #parts: ResponseParts | undefined;
  /** Lines that the parser passed on before the end of a head, because there are many. */
  #lines: string[] | undefined;
  /** The body of this response is read by somebody else. */
  #stopped = false;

  constructor() {
    if (!Parser) throw new Error('this version of Node has no parser for HTTP');
    const parser = (this.#parser = new Parser());
    parser.owner = this;
    // The same functions for all parsers: closures would be half a kilobyte of each connection.
    parser[Parser.kOnMessageBegin] = ResponseParser.#onMessageBegin;
    parser[Parser.kOnHeaders] = ResponseParser.#onHeaders;
    parser[Parser.kOnHeadersComplete] = ResponseParser.#onHeadersComplete;
    parser[Parser.kOnBody] = ResponseParser.#onBody;
    parser[Parser.kOnMessageComplete] = ResponseParser.#onMessageComplete;
  }

  static #onMessageBegin(this: OwnedParser): void {
    this.owner.#begin();
  }

  static #onHeaders(this: OwnedParser, lines: string[]): void {
    (this.owner.#lines ??= []).push(...lines);
  }

  static #onHeadersComplete(this: OwnedParser, ...head: HeadParts): number {
    return this.owner.#head(head);
  }

  static #onBody(this: OwnedParser, bytes: Buffer): void {
    this.owner.#parts?.body(bytes);
  }

  static #onMessageComplete(this: OwnedParser): void {
    if (!this.owner.#stopped) this.owner.#parts?.end();
  }

  /** Begins with the first response of a connection. */
  begin(parts: ResponseParts): void {
    this.#parts = parts;
    this.#stopped = false;
    this.#parser.initialize(Parser!.RESPONSE, this, 0, Parser!.kLenientNone);
  }

  /** Lets go of its connection. */
  forget(): void {
    this.#parts = undefined;
    this.#lines = undefined;
  }

  /** How many bytes were read: fewer where a head was followed by a body for somebody else. Undefined: this is not HTTP. */
  read(bytes: Uint8Array): number | undefined {
    const read = this.#parser.execute(bytes);
    return typeof read === 'number' ? read : undefined;
  }

  /** The connection has ended: a response without a length is complete now. */
  finish(): void {
    this.#parser.finish();
  }

  /** Once, and not while it reads. */
  close(): void {
    this.#parser.close();
  }

  #begin(): void {
    this.#lines = undefined;
    this.#parts?.begin();
  }

  /** The parser knows by itself which responses have no body. */
  #head([, , headers = this.#lines ?? NO_HEADERS, , , status, , , keepAlive]: HeadParts): number {
    this.#stopped = this.#parts?.head(status, headers, keepAlive) ?? false;
    return this.#stopped ? STOP_BEHIND_HEAD : 0;
  }
}

interface OwnedParser {
  readonly owner: ResponseParser;
}

type HeadParts = [
  major: number,
  minor: number,
  headers: readonly string[] | undefined,
  method: undefined,
  url: undefined,
  status: number,
  reason: string,
  upgrade: boolean,
  keepAlive: boolean,
];
