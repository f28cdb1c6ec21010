import { isMap, isNode, isPair, isSeq, parseDocument, stringify } from 'yaml';

/** What is added to a collection at the top of a file: items of a list, or keys of a map. */
export interface Addition {
  readonly key: string;
  readonly value: object;
}

/**
 * The text with the addition at the end of its collection. Everything else stays as it was written, to the byte: spaces, line ends and comments.
 * Undefined where there is no line to add it after, as in `[…]` and `{…}`. What it gives must be read again and compared.
 */
export function appendToYaml(text: string, { key, value }: Addition): string | undefined {
  const [, ...lines] = stringify({ [key]: value }, { lineWidth: 0 })
    .trimEnd()
    .split('\n');
  const collection = parseDocument(text, { merge: true }).get(key);
  if (collection === undefined) return insertAfter(text, text.length, [`${key}:`, ...lines]);
  if (!(isMap(collection) || isSeq(collection)) || collection.flow === true) return undefined;
  const [first, last] = [collection.items[0], collection.items.at(-1)];
  const [start] = rangeOf(isPair(first) ? first.key : first);
  const [, end] = rangeOf(isPair(last) ? (last.value ?? last.key) : last);
  if (start === undefined || end === undefined) return undefined;
  const indent = /^ */.exec(text.slice(text.lastIndexOf('\n', start - 1) + 1))?.[0] ?? '';
  // They come with two spaces.
  return insertAfter(
    text,
    end,
    lines.map((line) => (line === '' ? line : indent + line.slice(2))),
  );
}

function rangeOf(node: unknown): readonly [start?: number, end?: number] {
  return isNode(node) && node.range ? [node.range[0], node.range[1]] : [];
}

/** Below the line in which what ends at `end` has its last character. */
function insertAfter(text: string, end: number, lines: readonly string[]): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const added = lines.join(eol);
  const lineEnd = text.indexOf('\n', text.slice(0, end).trimEnd().length);
  if (text.trim() === '') return text + added + eol;
  if (lineEnd === -1) return text + eol + added;
  return text.slice(0, lineEnd + 1) + added + eol + text.slice(lineEnd + 1);
}
