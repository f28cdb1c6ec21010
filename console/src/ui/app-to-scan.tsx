import { renderSVG } from 'uqr';
import { CopyButton } from './copy-button.tsx';

interface AppToScanProps {
  readonly uri: string;
  readonly words: { readonly scan: string; readonly qr: string; readonly key: string };
}

const GROUP = /.{1,4}/g;

/** As people type it: four letters at a time. Apart by their looks only: what is copied by hand has no spaces. */
function KeyInGroups({ text }: { readonly text: string }) {
  const groups = [...text.matchAll(GROUP)];
  return (
    <code className="min-w-0 flex-1 font-mono text-[13px]">
      {groups.map(({ 0: letters, index }) => (
        <span key={index} className="mr-2.5 inline-block">
          {letters}
        </span>
      ))}
    </code>
  );
}

/** What an authenticator app is set up with: a picture for its camera, and the key to type. */
export function AppToScan({ uri, words }: AppToScanProps) {
  const key = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <>
      <p>{words.scan}</p>
      <img
        alt={words.qr}
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`}
        className="size-44 self-center rounded-lg bg-white"
      />
      <div className="flex flex-col gap-1">
        <span className="text-quiet">{words.key}</span>
        <div className="flex items-center gap-2 rounded-md border border-line py-1 pr-1 pl-3">
          <KeyInGroups text={key} />
          <CopyButton text={key} what={words.key} />
        </div>
      </div>
    </>
  );
}
