import { useQuery } from '@tanstack/react-query';
import type { FileObject } from '@svc/contract';
import { useCallback } from 'react';
import { PREVIEW_TEXT_BYTES, previewOptions } from '../../api/files.ts';
import { fileStrings } from '../../strings/files.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { formatBytes } from '../../ui/text/format.ts';

const { preview: words } = fileStrings;

interface PreviewDialogProps {
  readonly file: FileObject;
  readonly onClose: () => void;
}

/** Shows text as text, whatever it would be as a page, and images as images. */
export function PreviewDialog({ file, onClose }: PreviewDialogProps) {
  const { data, error, refetch } = useQuery(previewOptions(file));
  return (
    <Dialog title={words.title(file.filename)} open onClose={onClose} wide>
      {data === undefined ? (
        (error && <ErrorState error={error} onRetry={() => void refetch()} />) || <SkeletonLines />
      ) : typeof data === 'string' ? (
        <TextPreview text={data} isCut={file.bytes > PREVIEW_TEXT_BYTES} />
      ) : (
        <ImagePreview image={data} name={file.filename} />
      )}
    </Dialog>
  );
}

function TextPreview({ text, isCut }: { readonly text: string; readonly isCut: boolean }) {
  return (
    <>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard
        tabIndex={0}
        aria-label={words.text}
        role="region"
        className="max-h-[60dvh] overflow-auto rounded-md bg-sunken p-3 font-mono text-[13px] whitespace-pre-wrap"
      >
        {text}
      </pre>
      {isCut && <p className="mt-2 text-[13px] text-quiet">{words.cut(formatBytes(PREVIEW_TEXT_BYTES))}</p>}
    </>
  );
}

function ImagePreview({ image, name }: { readonly image: Blob; readonly name: string }) {
  const show = useCallback(
    (element: HTMLImageElement) => {
      const url = URL.createObjectURL(image);
      element.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [image],
  );
  return <img ref={show} alt={words.image(name)} className="mx-auto max-h-[65dvh] max-w-full" />;
}
