import type { Annotation, ToolCall } from '@svc/sdk';
import { playgroundSetupStrings } from '../../strings/playground-setup.ts';
import type { ReasoningPiece } from './answer.ts';

const { reasoning: reasoningWords, calls: callWords, sources: sourcesTitle } = playgroundSetupStrings;
const WEB = /^https?:\/\//i;

interface ReasoningFoldProps {
  readonly reasoning: readonly ReasoningPiece[];
  /** Nothing else has come yet. */
  readonly isThinking: boolean;
}

/** What the model thought before it answered, folded. */
export function ReasoningFold({ reasoning, isThinking }: ReasoningFoldProps) {
  const text = reasoning.map((piece) => piece.text).join('\n\n');
  if (text === '') return null;
  return (
    <details className="mb-2 text-[13px] text-quiet">
      <summary className="w-fit cursor-pointer rounded font-medium">
        {isThinking ? reasoningWords.running : reasoningWords.shown}
      </summary>
      <p className="mt-1 border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-wrap">{text}</p>
    </details>
  );
}

/** The functions that the model asks for. */
export function CalledTools({ calls }: { readonly calls: readonly ToolCall[] }) {
  return calls.map(({ id, function: { name, arguments: text } }) => (
    <div key={id} className="mt-2 rounded-lg border border-line bg-sunken px-3 py-2">
      <p className="font-medium wrap-anywhere">{callWords.called(name)}</p>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard
        tabIndex={0}
        aria-label={callWords.arguments}
        role="group"
        className="overflow-x-auto font-mono text-[13px]"
      >
        {indented(text)}
      </pre>
    </div>
  ));
}

/** Arguments as JSON to read. A model may write what is none: then they are shown as they are. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** What the reply cites, each source once. */
export function Sources({ sources }: { readonly sources: readonly Annotation[] }) {
  if (sources.length === 0) return null;
  const named = new Map(sources.map((source) => [labelOf(source), source]));
  return (
    <div className="mt-2 text-[13px]">
      <p className="font-medium">{sourcesTitle}</p>
      <ul className="list-disc pl-5 wrap-anywhere">
        {[...named].map(([label, source]) => (
          <li key={label}>
            <Source source={source} label={label} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Source({ source, label }: { readonly source: Annotation; readonly label: string }) {
  const url = source.type === 'url_citation' ? source.url_citation.url : '';
  if (!WEB.test(url)) return label;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="rounded text-accent underline underline-offset-4"
    >
      {label}
    </a>
  );
}

function labelOf(source: Annotation): string {
  if (source.type === 'url_citation') return source.url_citation.title || source.url_citation.url;
  const { filename, quote } = source.file_citation;
  return filename ? `${filename}: “${quote}”` : `“${quote}”`;
}
