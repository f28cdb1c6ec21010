/** A stretch of a reply. One that would take long to format stays as it was written. */
export interface ReplyPart {
  readonly text: string;
  readonly isFormatted: boolean;
}

/** Parts are this long where a reply allows: between two of them the browser can draw. */
const PART_CHARACTERS = 2000;
const MAX_CODE_CHARACTERS = 20_000;
const MAX_REPLY_CHARACTERS = 200_000;
const MAX_LINES = 400;
/** The time of a parser grows with the square of these: `*a_ ` for 32 KB took nine seconds. */
const MAX_MARKS = 1000;
const MAX_COLUMNS = 60;
const MAX_INDENT = 40;

const MARKS = /[*_~`[\]<>|!&@\\]|(?:^|\s)(?:[-+]|\d{1,9}[.)])(?=\s)/gm;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Lists and quotes within each other, at the beginning of a line. */
const DEEP = /^(?:\s*(?:[>*+-]|\d{1,9}[.)])){20}/;
/** A line that belongs to nothing above it, if a blank line stands between. */
const BEGINS_A_BLOCK = /^(?![-*+>|\s]|\d{1,9}[.)])/;

interface Block {
  readonly lines: readonly string[];
  readonly characters: number;
}

/**
 * Divides a reply, which may be hostile, so that no part takes long to format and the page can be used meanwhile. Where a part ends, no
 * list, quote, table or code is cut. Together the parts are the whole text.
 */
export function replyParts(text: string): ReplyPart[] {
  if (text.length > MAX_REPLY_CHARACTERS) return [{ text, isFormatted: false }];
  return grouped(blocksOf(text.split('\n'))).map((lines) => ({
    text: lines.join('\n'),
    isFormatted: isQuick(lines),
  }));
}

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let current: string[] = [];
  let fence: string | undefined;
  let wasBlank = false;
  const end = (): void => {
    if (current.length > 0) blocks.push({ lines: current, characters: current.join('\n').length });
    current = [];
  };
  for (const line of lines) {
    if (fence === undefined && wasBlank && BEGINS_A_BLOCK.test(line)) end();
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined && mark !== undefined) fence = mark;
    else if (fence !== undefined && mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    current.push(line);
    wasBlank = fence === undefined && line.trim() === '';
  }
  end();
  return blocks;
}

/** Short blocks together: each part costs something, too. */
function grouped(blocks: readonly Block[]): string[][] {
  const groups: string[][] = [];
  let characters = Infinity;
  for (const block of blocks) {
    if (characters + block.characters > PART_CHARACTERS) {
      groups.push([]);
      characters = 0;
    }
    groups.at(-1)!.push(...block.lines);
    characters += block.characters;
  }
  return groups;
}

function isQuick(lines: readonly string[]): boolean {
  let [marks, outside, inside] = [0, 0, 0];
  let fence: string | undefined;
  for (const line of lines) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      inside += line.length + 1;
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
      continue;
    }
    fence = mark;
    outside++;
    marks += line.match(MARKS)?.length ?? 0;
    if (line.split('|').length > MAX_COLUMNS || DEEP.test(line) || line.search(/\S/) > MAX_INDENT)
      return false;
  }
  return marks <= MAX_MARKS && outside <= MAX_LINES && inside <= MAX_CODE_CHARACTERS;
}
