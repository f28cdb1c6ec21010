import { fileStrings } from '../../strings/files.ts';
import { formatBytes } from '../../ui/text/format.ts';
import type { CurrentUpload } from './use-upload.ts';

const { upload: words } = fileStrings;

export function UploadProgressBar({ name, sentBytes, totalBytes }: CurrentUpload) {
  const text = words.share(formatBytes(sentBytes), formatBytes(totalBytes));
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap justify-between gap-x-4">
        <span className="wrap-anywhere">{words.progress(name)}</span>
        <span className="text-quiet tabular-nums">{text}</span>
      </div>
      <div
        role="progressbar"
        aria-label={words.progress(name)}
        aria-valuemin={0}
        aria-valuemax={totalBytes}
        aria-valuenow={sentBytes}
        aria-valuetext={text}
        className="h-2 overflow-hidden rounded-full bg-hover"
      >
        <div
          className="h-full rounded-full bg-accent"
          style={{ width: `${totalBytes === 0 ? 0 : (sentBytes / totalBytes) * 100}%` }}
        />
      </div>
    </div>
  );
}
