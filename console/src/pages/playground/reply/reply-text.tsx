import { lazy, memo, Suspense, useDeferredValue } from 'react';

const MarkdownText = lazy(async () => ({ default: (await import('./markdown-text.tsx')).MarkdownText }));

/** While it is written, a longer text is not formatted again with every word. */
const MAX_LIVE_CHARACTERS = 20_000;

interface ReplyTextProps {
  readonly text: string;
  readonly isRunning: boolean;
}

/** A reply with its Markdown; as plain text until the formatter is loaded. */
export const ReplyText = memo(function ReplyText({ text, isRunning }: ReplyTextProps) {
  const shown = useDeferredValue(text);
  const plain = <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>;
  if (isRunning && text.length > MAX_LIVE_CHARACTERS) return plain;
  return (
    <Suspense fallback={plain}>
      <MarkdownText text={shown} />
    </Suspense>
  );
});
