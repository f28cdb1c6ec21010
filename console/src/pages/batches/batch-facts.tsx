import type { Batch } from '@svc/contract';
import { PersonName } from '../../resources/requests/caller-name.tsx';
import { KeyLink } from '../../resources/requests/key-link.tsx';
import { batchStrings } from '../../strings/batches.ts';
import { CopyText } from '../../ui/copy-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Card } from '../../ui/page.tsx';
import { Moment } from '../../ui/text/time.tsx';

const { detail: words } = batchStrings;
/** How ids of people begin. */
const PERSON = 'user_';

export function BatchFacts({ batch }: { readonly batch: Batch }) {
  const moment = (at: string | null) => (at === null ? undefined : <Moment at={at} />);
  return (
    <Card title={words.about}>
      <Facts
        facts={{
          [words.id]: <CopyText text={batch.id} what={words.id} />,
          [words.createdBy]: <Creator id={batch.created_by} />,
          [words.created]: moment(batch.created_at),
          [words.started]: moment(batch.in_progress_at),
          [words.ended]: moment(batch.ended_at),
          [words.expires]: batch.ended_at === null ? moment(batch.expires_at) : undefined,
          ...batch.metadata,
        }}
      />
    </Card>
  );
}

/** A key, or a person in the Console. */
function Creator({ id }: { readonly id: string }) {
  return id.startsWith(PERSON) ? <PersonName id={id} /> : <KeyLink id={id} />;
}
