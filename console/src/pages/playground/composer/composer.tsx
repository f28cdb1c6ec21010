import { SendHorizontal, Square } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { playgroundStrings } from '../../../strings/playground.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { TextAreaField } from '../../../ui/form/text-field.tsx';

const { composer: words } = playgroundStrings;

interface ComposerProps {
  readonly draft: string;
  readonly onDraft: (draft: string) => void;
  readonly isRunning: boolean;
  /** Whether it is known whom to ask. */
  readonly isReady: boolean;
  /** The prompt template asks by itself. */
  readonly isOptional: boolean;
  readonly onSend: () => void;
  readonly onStop: () => void;
}

export function Composer({ draft, onDraft, isRunning, isReady, isOptional, onSend, onStop }: ComposerProps) {
  const place = useRef<HTMLDivElement>(null);
  const maySend = isReady && !isRunning && (isOptional || draft.trim() !== '');
  const onKeyDown = (event: KeyboardEvent) => {
    // While a character is being put together, Enter chooses it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (maySend) onSend();
  };
  const stop = () => {
    onStop();
    // The button that was pressed is gone.
    place.current?.querySelector('textarea')?.focus();
  };
  return (
    <Form onSubmit={() => maySend && onSend()} className="gap-2">
      <div ref={place}>
        <TextAreaField
          label={words.label}
          hint={isOptional ? words.optionalHint : words.hint}
          placeholder={words.placeholder}
          rows={3}
          value={draft}
          onChange={({ target }) => onDraft(target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="flex justify-end">
        {isRunning ? (
          <Button key="stop" icon={Square} onClick={stop}>
            {words.stop}
          </Button>
        ) : (
          <Button key="send" type="submit" look="primary" icon={SendHorizontal} disabled={!maySend}>
            {words.send}
          </Button>
        )}
      </div>
    </Form>
  );
}
