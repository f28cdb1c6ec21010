import type { Annotation } from '@svc/sdk';
import { playgroundSetupStrings } from '../../../strings/playground-setup.ts';

const { sources: title } = playgroundSetupStrings;
const WEB = /^https?:\/\//i;

/** What the reply cites, each source once. */
export function Sources({ sources }: { readonly sources: readonly Annotation[] }) {
  if (sources.length === 0) return null;
  const named = new Map(sources.map((source) => [labelOf(source), source]));
  return (
    <div className="mt-2 text-[13px]">
      <p className="font-medium">{title}</p>
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
