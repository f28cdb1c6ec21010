import { playgroundStrings } from '../../strings/playground.ts';
import type { Answer } from './ask-model.ts';
import { CallError } from './call-error.tsx';
import { CallFigures } from './call-figures.tsx';

const { answer: words } = playgroundStrings;

/** A reply as plain text: what a model writes is shown, never run. */
export function AnswerView({ answer }: { readonly answer: Answer }) {
  const { state, text, requestId } = answer;
  const note = noteOn(answer);
  return (
    <>
      {text !== '' && <p className="break-words whitespace-pre-wrap">{text}</p>}
      {note && <p className={text === '' ? 'text-quiet' : 'mt-2 text-[13px] text-quiet'}>{note}</p>}
      {state === 'failed' && (
        <div className={text === '' ? '' : 'mt-3'}>
          <CallError error={answer.error} />
        </div>
      )}
      {state !== 'running' && requestId && <CallFigures requestId={requestId} answer={answer} />}
    </>
  );
}

function noteOn({ state, text, isCutOff, requestId }: Answer): string | undefined {
  if (state === 'running') return text === '' ? words.waiting : undefined;
  if (state === 'stopped') return requestId === undefined ? words.stoppedEarly : words.stopped;
  if (state === 'failed') return undefined;
  if (isCutOff) return words.cutOff;
  return text === '' ? words.empty : undefined;
}
