import type { Mail } from '@svc/contract';
import { outboxStrings } from '../../strings/outbox.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Moment } from '../../ui/text/time.tsx';

const { detail: words, statuses } = outboxStrings;

export function MailDialog({ mail, onClose }: { readonly mail: Mail; readonly onClose: () => void }) {
  return (
    <Dialog title={mail.subject} open onClose={onClose} wide>
      <div className="flex flex-col gap-4">
        <Facts
          facts={{
            [words.to]: mail.to,
            [words.status]: statuses[mail.status],
            [words.made]: <Moment at={mail.created_at} />,
            [words.sent]: mail.sent_at === null ? undefined : <Moment at={mail.sent_at} />,
          }}
        />
        {mail.text === null ? <p className="text-quiet">{words.gone}</p> : <MailText text={mail.text} />}
        {mail.status === 'held' && <Notice tone="warn">{words.passOn}</Notice>}
      </div>
    </Dialog>
  );
}

function MailText({ text }: { readonly text: string }) {
  return (
    <div className="relative rounded-lg border border-line bg-sunken">
      <p className="p-4 pr-12 leading-relaxed break-words whitespace-pre-wrap">{text}</p>
      <div className="absolute top-1.5 right-1.5">
        <CopyButton text={text} what={words.text} />
      </div>
    </div>
  );
}
