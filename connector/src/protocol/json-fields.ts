import { ProtocolViolation } from './protocol-violation.ts';

/** A received JSON object with validating accessors, which throw `ProtocolViolation`. */
export class JsonFields {
  readonly #what: string;
  readonly #fields: Readonly<Record<string, unknown>>;

  /** `what`: for messages. `limitBytes`: of the text. */
  constructor(payload: Uint8Array, what: string, limitBytes: number) {
    this.#what = what;
    if (payload.length > limitBytes) throw new ProtocolViolation(`${what} is too long`);
    this.#fields = parseObject(payload, what);
  }

  text(name: string, mostCharacters: number): string {
    const value = this.#fields[name];
    if (typeof value === 'string' && value.length > 0 && value.length <= mostCharacters) return value;
    throw this.#wrong(name);
  }

  number(name: string, least: number, most: number): number {
    const value = this.#fields[name];
    if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most)
      return value as number;
    throw this.#wrong(name);
  }

  /** False if absent. */
  flag(name: string): boolean {
    const value = this.#fields[name];
    if (value === undefined || typeof value === 'boolean') return value ?? false;
    throw this.#wrong(name);
  }

  texts(name: string, most: number, mostCharacters: number): readonly string[] {
    const value = this.#fields[name];
    const isList =
      Array.isArray(value) &&
      value.length <= most &&
      value.every((text) => typeof text === 'string' && text.length <= mostCharacters);
    if (isList) return value as string[];
    throw this.#wrong(name);
  }

  /** Names are lower-case tokens, values single lines: valid in HTTP, without line breaks that would inject headers. */
  headers(name: string): Readonly<Record<string, string>> {
    const value = this.#fields[name];
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !areHeaders(value))
      throw this.#wrong(name);
    return value;
  }

  #wrong(name: string): ProtocolViolation {
    return new ProtocolViolation(`${this.#what} has no valid ${name}`);
  }
}

const MAX_HEADERS = 100;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]{1,200}$/;
const HEADER_VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

/** Whether a frame may have these headers. */
export function areHeaders(headers: object): headers is Readonly<Record<string, string>> {
  const entries = Object.entries(headers);
  return entries.length <= MAX_HEADERS && entries.every(([name, value]) => isHeader(name, value));
}

/** Whether it is a valid HTTP header value. */
export function isHeader(name: string, value: unknown): value is string {
  return HEADER_NAME.test(name) && typeof value === 'string' && HEADER_VALUE.test(value);
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function parseObject(payload: Uint8Array, what: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(decoder.decode(payload));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Not the message of the parser: it quotes the input.
  }
  throw new ProtocolViolation(`${what} is no JSON object`);
}
