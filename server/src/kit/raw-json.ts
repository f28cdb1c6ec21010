import { randomUUID } from 'node:crypto';
import { sourceText } from './json-source.ts';

/** Stands for a raw text until that is put in its place. Random, so that no text of a caller contains it. */
const PLACEHOLDER = randomUUID();
const WRITTEN = `"${PLACEHOLDER}"`;

/** Those met by the serialization in progress, in their order. */
let met: string[] = [];

/** Valid JSON that `stringifyRaw` writes as it is. `JSON.rawJSON` takes scalars only. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): string {
    met.push(this.text);
    return PLACEHOLDER;
  }
}

/** A value as it was written where `parseWithSources` read it, else itself. */
export function rawSource(value: unknown): unknown {
  const text = sourceText(value);
  return text === undefined ? value : new RawJson(text);
}

/** `JSON.stringify` for an object of which some parts may be `RawJson`. As fast where none is. */
export function stringifyRaw(value: object): string {
  met = [];
  const json = JSON.stringify(value);
  const texts = met;
  met = [];
  if (texts.length === 0) return json;
  return json
    .split(WRITTEN)
    .map((part, i) => part + (texts[i] ?? ''))
    .join('');
}
