import { diffLines as diff } from 'diff';

/** One line of both texts: on a side where it is not, `undefined`. */
export interface LinePair {
  readonly left: string | undefined;
  readonly right: string | undefined;
  readonly isSame: boolean;
}

/** Two texts line by line, what was changed beside what it was changed to. */
export function diffLines(left: string, right: string): LinePair[] {
  const pairs: LinePair[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = (): void => {
    for (let i = 0; i < Math.max(removed.length, added.length); i++)
      pairs.push({ left: removed[i], right: added[i], isSame: false });
    [removed, added] = [[], []];
  };
  for (const part of diff(withEnd(left), withEnd(right))) {
    const lines = part.value.replace(/\n$/, '').split('\n');
    if (part.removed) removed.push(...lines);
    else if (part.added) added.push(...lines);
    else {
      flush();
      pairs.push(...lines.map((line) => ({ left: line, right: line, isSame: true })));
    }
  }
  flush();
  return pairs;
}

/** A last line without an end counts as another one otherwise. */
function withEnd(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
