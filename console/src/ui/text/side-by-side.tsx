import { useMemo } from 'react';
import { classNames } from '../class-names.ts';
import { diffLines, type LinePair } from './diff-lines.ts';

/** One version as text. */
export interface VersionText {
  readonly version: number;
  readonly text: string;
}

interface SideBySideWords {
  readonly title: string;
  readonly same: string;
  readonly text: (version: number) => string;
  readonly removed: string;
  readonly added: string;
}

interface SideBySideProps {
  readonly left: VersionText;
  readonly right: VersionText;
  readonly words: SideBySideWords;
}

/** Two versions line by line. Colour only helps: what was removed or added is said to those who hear it. */
export function SideBySide({ left, right, words }: SideBySideProps) {
  const pairs = useMemo(() => diffLines(left.text, right.text), [left.text, right.text]);
  const isSame = pairs.every((pair) => pair.isSame);
  return (
    <>
      {isSame && left.version !== right.version && <p className="text-quiet">{words.same}</p>}
      <div
        role="region"
        aria-label={words.title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard
        tabIndex={0}
        className="max-h-[65dvh] overflow-auto rounded-md border border-line"
      >
        <table className="w-full table-fixed font-mono text-[13px]">
          <thead className="sr-only">
            <tr>
              <th scope="col">{words.text(left.version)}</th>
              <th scope="col">{words.text(right.version)}</th>
            </tr>
          </thead>
          <tbody>
            {pairs.map((pair, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- a line has no name but its place
              <tr key={i} className="align-top">
                <Line pair={pair} side="left" words={words} />
                <Line pair={pair} side="right" words={words} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface LineProps {
  readonly pair: LinePair;
  readonly side: 'left' | 'right';
  readonly words: SideBySideWords;
}

function Line({ pair, side, words }: LineProps) {
  const text = pair[side];
  const isMarked = !pair.isSame && text !== undefined;
  const look = side === 'left' ? 'bg-danger-soft' : 'bg-good-soft';
  return (
    <td className={classNames('px-3 py-0.5 whitespace-pre-wrap wrap-anywhere', isMarked && look)}>
      {isMarked && <span className="sr-only">{side === 'left' ? words.removed : words.added}</span>}
      {text}
    </td>
  );
}
