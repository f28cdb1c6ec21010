import type { ApiKey } from '@svc/contract';
import { useState } from 'react';
import { keyStrings } from '../../strings/keys.ts';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Dialog, DialogActions } from '../../ui/overlay/dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { KeyBulkProgress } from './key-bulk-progress.tsx';
import { useBulkUpdate, type BulkTask } from './use-bulk-update.ts';

const { bulk: words } = keyStrings;
/** Of more keys than these only the first are named. */
const NAMED = 5;

interface KeyBulkDialogProps {
  readonly task: BulkTask;
  readonly onCancel: () => void;
  /** With the keys that are not changed. */
  readonly onDone: (left: readonly ApiKey[]) => void;
}

/** Asks with the number of keys, does it, and names those it could not be done to. */
export function KeyBulkDialog({ task, onCancel, onDone }: KeyBulkDialogProps) {
  const { action, keys } = task;
  const { progress, run, stop } = useBulkUpdate(task, () => {
    toast(words.done[action](formatCount(keys.length)));
    onDone([]);
  });
  const isAsking = progress.state === 'asking';
  const left = () => [...progress.failures.map(({ key }) => key), ...keys.slice(progress.tried)];
  const close = () => {
    if (isAsking) onCancel();
    else if (progress.state === 'over') onDone(left());
    else stop();
  };
  return (
    <Dialog
      title={isAsking ? words.titles[action](formatCount(keys.length)) : words.working[action]}
      open
      onClose={close}
    >
      {isAsking ? (
        <Question task={task} onCancel={onCancel} onConfirm={() => void run()} />
      ) : (
        <KeyBulkProgress
          task={task}
          progress={progress}
          onStop={stop}
          onContinue={() => void run()}
          onDone={() => onDone(left())}
        />
      )}
    </Dialog>
  );
}

interface QuestionProps {
  readonly task: BulkTask;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

function Question({ task: { action, keys, untouched }, onCancel, onConfirm }: QuestionProps) {
  const [typed, setTyped] = useState('');
  const number = String(keys.length);
  // What cannot be undone is not done to many by a slip.
  const isTyped = action === 'revoke' && keys.length > 1;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm();
      }}
    >
      <p>{words.texts[action]}</p>
      <ul className="list-disc pl-5 text-quiet">
        {keys.slice(0, NAMED).map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
        {keys.length > NAMED && <li>{words.andMore(formatCount(keys.length - NAMED))}</li>}
      </ul>
      {untouched > 0 && <p className="text-quiet">{words.untouched[action](formatCount(untouched))}</p>}
      {isTyped && (
        <TextField
          label={uiStrings.typeToConfirm(number)}
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <DialogActions>
        <Button onClick={onCancel}>{uiStrings.cancel}</Button>
        <Button
          type="submit"
          look={action === 'activate' ? 'primary' : 'danger'}
          disabled={isTyped && typed.trim() !== number}
        >
          {words.submit[action](formatCount(keys.length))}
        </Button>
      </DialogActions>
    </form>
  );
}
