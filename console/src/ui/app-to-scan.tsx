import { renderSVG } from 'uqr';
import { CopyText } from './copy-button.tsx';

interface AppToScanProps {
  readonly uri: string;
  readonly words: { readonly scan: string; readonly qr: string; readonly key: string };
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
      <div className="flex max-w-full min-w-0 items-center gap-2 self-center text-quiet">
        {words.key} <CopyText text={key} what={words.key} />
      </div>
    </>
  );
}
