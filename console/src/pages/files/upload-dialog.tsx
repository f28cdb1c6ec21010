import type { FilePurpose } from '@svc/contract';
import { useState } from 'react';
import { fieldError } from '../../api/failure.ts';
import { fileStrings } from '../../strings/files.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../../ui/button.tsx';
import { Form, type FormValues } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { ValueOptions } from '../../ui/form/named-options.tsx';
import { SelectField, TextField } from '../../ui/form/text-field.tsx';
import { Dialog, DialogActions } from '../../ui/overlay/dialog.tsx';
import { guessPurpose } from '../../resources/files/guess-purpose.ts';
import { UploadProgressBar } from './upload-progress-bar.tsx';
import { useUpload } from './use-upload.ts';

const { upload: words, purposes } = fileStrings;

interface UploadDialogProps {
  readonly workspaceId: string;
  /** Those that were dropped, also meanwhile, and those that are still to be uploaded. */
  readonly files: readonly File[];
  readonly onFiles: (files: readonly File[]) => void;
  readonly onUploaded: (file: File) => void;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function UploadDialog({ files, onFiles, onClose, ...upload }: UploadDialogProps) {
  const { current, error, isPending, start } = useUpload(upload);
  const [chosenPurpose, setPurpose] = useState<FilePurpose>();
  const [isMissing, setIsMissing] = useState(false);
  const purpose = chosenPurpose ?? guessPurpose(files[0]);
  const submit = (values: FormValues) => {
    setIsMissing(files.length === 0);
    const days = values('days');
    if (files.length > 0) start({ files, purpose, days: days === '' ? undefined : Number(days) });
  };
  return (
    <Dialog title={words.action} open onClose={onClose}>
      <Form onSubmit={submit}>
        <TextField
          label={words.files}
          hint={words.filesHint}
          error={isMissing && files.length === 0 ? words.none : fieldError(error, 'file')}
          type="file"
          multiple
          disabled={isPending}
          onChange={({ target }) => onFiles([...(target.files ?? [])])}
        />
        <ChosenFiles files={files} />
        <SelectField
          label={words.purpose}
          hint={words.purposeHints[purpose]}
          value={purpose}
          disabled={isPending}
          onChange={({ target }) => setPurpose(target.value as FilePurpose)}
        >
          <ValueOptions of={purposes} />
        </SelectField>
        <DaysField error={fieldError(error, 'expires_after_days')} />
        {current && <UploadProgressBar {...current} />}
        <FormError error={error} />
        <DialogActions>
          <Button onClick={onClose}>{uiStrings.cancel}</Button>
          <Button type="submit" look="primary" busy={isPending}>
            {words.submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function DaysField({ error }: { readonly error: string | undefined }) {
  return (
    <TextField
      label={words.days}
      hint={words.daysHint}
      optional
      name="days"
      type="number"
      min={1}
      max={90}
      error={error}
    />
  );
}

function ChosenFiles({ files }: { readonly files: readonly File[] }) {
  if (files.length === 0) return null;
  return (
    <ul aria-label={words.chosen} className="flex flex-col gap-0.5 text-[13px]">
      {files.map((file) => (
        <li key={`${file.name} ${file.size} ${file.lastModified}`} className="wrap-anywhere">
          {file.name}
        </li>
      ))}
    </ul>
  );
}
