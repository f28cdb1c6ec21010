import { playgroundStrings } from '../../../strings/playground.ts';
import type { PlaygroundReply } from '../conversation/playground-reply.ts';
import { CallError } from './call-error.tsx';
import { CallFigures } from './call-figures.tsx';
import { CalledTools } from './called-tools.tsx';
import { ReasoningFold } from './reasoning-fold.tsx';
import { ReplyText } from './reply-text.tsx';
import { Sources } from './sources.tsx';

const { answer: words } = playgroundStrings;

export function ReplyView({ answer }: { readonly answer: PlaygroundReply }) {
  const { state, text, reasoning, calls, sources, requestId } = answer;
  const note = noteOn(answer);
  return (
    <>
      <ReasoningFold reasoning={reasoning} isThinking={state === 'running' && text === ''} />
      {text !== '' && <ReplyText text={text} isRunning={state === 'running'} />}
      <CalledTools calls={calls} />
      <Sources sources={sources} />
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

function noteOn({ state, text, calls, reasoning, isCutOff, requestId }: PlaygroundReply): string | undefined {
  if (state === 'running') return text === '' && reasoning.length === 0 ? words.waiting : undefined;
  if (state === 'stopped') return requestId === undefined ? words.stoppedEarly : words.stopped;
  if (state === 'failed') return undefined;
  if (isCutOff) return words.cutOff;
  return text === '' && calls.length === 0 ? words.empty : undefined;
}
