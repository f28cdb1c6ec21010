/** The version that PostgreSQL's binary format of jsonb begins with. */
const JSONB_VERSION = 1;
const COMMA = 0x2c;
const LIST = 0x5b;
const LIST_END = 0x5d;

/** What stands before the first record in the binary format: the version and the opening bracket. */
export const JSON_ARRAY_HEAD_BYTES = 2;

/**
 * A JSON array as the parameter of a query, made of the texts of its elements, which are not parsed here. Kept in bytes: a
 * server gets them as they were read from a file, and no string of a megabyte is made of them.
 */
export class JsonArray {
  /** In PostgreSQL's binary format of jsonb. */
  readonly jsonb: Buffer;

  private constructor(jsonb: Buffer) {
    this.jsonb = jsonb;
  }

  static of(elements: readonly string[]): JsonArray {
    return new JsonArray(Buffer.from(`${String.fromCharCode(JSONB_VERSION)}[${elements.join()}]`));
  }

  /**
   * Turns lines into an array, in place. Their bytes begin at `JSON_ARRAY_HEAD_BYTES`, and `lineBreaks` are the places of their
   * line breaks, the last of which ends them.
   */
  static ofLines(buffer: Buffer, lineBreaks: readonly number[]): JsonArray {
    const end = lineBreaks.at(-1)!;
    buffer[0] = JSONB_VERSION;
    buffer[1] = LIST;
    for (const place of lineBreaks) buffer[place] = COMMA;
    buffer[end] = LIST_END;
    return new JsonArray(buffer.subarray(0, end + 1));
  }

  /** Of a whole array's JSON, in place. It begins after one byte of room. */
  static ofJson(buffer: Buffer): JsonArray {
    buffer[0] = JSONB_VERSION;
    return new JsonArray(buffer);
  }

  /** Whether the text occurs anywhere in the JSON. */
  includes(text: string): boolean {
    return this.jsonb.includes(text);
  }

  toString(): string {
    return this.jsonb.toString('utf8', 1);
  }
}
