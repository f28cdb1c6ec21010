import type { PromptTemplate } from '@svc/contract';
import { useMemo } from 'react';
import { templateStrings } from '../../strings/templates.ts';
import { classNames } from '../../ui/class-names.ts';
import { diffLines, type LinePair } from './diff-lines.ts';

const { versions: words, roles, one } = templateStrings;

interface SideBySideProps {
  readonly left: PromptTemplate;
  readonly right: PromptTemplate;
}

/** Two versions line by line. Colour only helps: what was removed or added is said to those who hear it. */
export function SideBySide({ left, right }: SideBySideProps) {
  const pairs = useMemo(() => diffLines(textOf(left), textOf(right)), [left, right]);
  const isSame = pairs.every((pair) => pair.isSame);
  return (
    <>
      {isSame && left.version.number !== right.version.number && <p className="text-quiet">{words.same}</p>}
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
              <th scope="col">{words.text(left.version.number)}</th>
              <th scope="col">{words.text(right.version.number)}</th>
            </tr>
          </thead>
          <tbody>
            {pairs.map((pair, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- a line has no name but its place
              <tr key={i} className="align-top">
                <Line pair={pair} side="left" />
                <Line pair={pair} side="right" />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Line({ pair, side }: { readonly pair: LinePair; readonly side: 'left' | 'right' }) {
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

/** A version as one text. */
function textOf({ model, version }: PromptTemplate): string {
  const head = model === null ? [] : [`${one.model}: ${model}`, ''];
  return [
    ...head,
    ...version.messages.flatMap(({ role, content }) => [`[${roles[role]}]`, content, '']),
  ].join('\n');
}
