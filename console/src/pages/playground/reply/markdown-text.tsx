import { memo, useId, useMemo, type ReactNode } from 'react';
import Markdown, { type Components } from 'react-markdown';
import rehypeHighlight from 'rehype-highlight';
import remarkGfm from 'remark-gfm';
import { playgroundSetupStrings as words } from '../../../strings/playground-setup.ts';
import { replyParts } from './reply-parts.ts';
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet exports nothing
import './markdown-text.css';

const WEB_ADDRESS = /^(https?:\/\/|mailto:)/i;
const LINK = 'rounded text-accent underline underline-offset-4 wrap-anywhere';

/** Headings of a reply are no headings of the page. */
function Heading({ children }: { readonly children?: ReactNode }) {
  return <p className="mt-2 text-[15px] font-semibold">{children}</p>;
}

function WebLink({ href, children }: { readonly href?: string | undefined; readonly children?: ReactNode }) {
  if (!href) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className={LINK}>
      {children}
    </a>
  );
}

const COMPONENTS: Components = {
  a: ({ href, children }) => <WebLink href={href}>{children}</WebLink>,
  // Fetching it would tell somebody else that it was read, and what the address says.
  img: ({ src, alt }) => (
    <WebLink href={typeof src === 'string' ? src : undefined}>
      {alt ? words.image(alt) : words.imageUnnamed}
    </WebLink>
  ),
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  pre: ({ children }) => (
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-sunken p-3 font-mono text-[13px] leading-relaxed [&_code]:bg-transparent [&_code]:p-0"
    >
      {children}
    </pre>
  ),
  code: ({ className, children }) => (
    <code className={`rounded bg-sunken px-1 font-mono text-[13px] ${className ?? ''}`}>{children}</code>
  ),
  table: ({ children }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard
    <div tabIndex={0} className="overflow-x-auto">
      <table className="border-collapse [&_td]:border [&_td]:border-line [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:border-line [&_th]:px-2 [&_th]:py-1 [&_th]:text-left">
        {children}
      </table>
    </div>
  ),
  // Of lists of tasks.
  input: ({ checked }) => <span>{checked ? '☑ ' : '☐ '}</span>,
  ul: ({ children }) => <ul className="list-disc pl-6">{children}</ul>,
  ol: ({ start, children }) => (
    <ol start={start} className="list-decimal pl-6">
      {children}
    </ol>
  ),
  blockquote: ({ children }) => (
    <blockquote className="border-l-2 border-edge pl-3 text-quiet">{children}</blockquote>
  ),
  hr: () => <hr className="border-line" />,
};

/**
 * What a model wrote, which may be hostile: HTML in it stays text, pictures are links, and links lead to the web or nowhere.
 * It becomes elements without ever being HTML, part by part, so that the browser can draw in between.
 */
export function MarkdownText({ text }: { readonly text: string }) {
  const parts = useMemo(() => replyParts(text), [text]);
  return (
    <div className="flex flex-col gap-2.5 wrap-anywhere">
      {parts.map(({ text: part, isFormatted }, i) =>
        isFormatted ? (
          // oxlint-disable-next-line react/no-array-index-key -- a reply grows at its end, and earlier parts stay what they are
          <FormattedPart key={i} text={part} />
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- the same
          <p key={i} className="whitespace-pre-wrap">
            {part}
          </p>
        ),
      )}
    </div>
  );
}

const FormattedPart = memo(function FormattedPart({ text }: { readonly text: string }) {
  const prefix = useId();
  return (
    <Markdown
      remarkPlugins={[remarkGfm]}
      rehypePlugins={[rehypeHighlight]}
      remarkRehypeOptions={{ clobberPrefix: prefix }}
      components={COMPONENTS}
      urlTransform={(url) => (WEB_ADDRESS.test(url) ? url : '')}
    >
      {text}
    </Markdown>
  );
});
