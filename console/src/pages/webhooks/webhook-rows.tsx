import type { Webhook } from '@svc/contract';
import { useState } from 'react';
import { ORGANIZATION } from '../../api/webhooks.ts';
import { webhookStrings } from '../../strings/webhooks.ts';
import { CheckField } from '../../ui/form/check-field.tsx';
import { FieldRefusal } from '../../ui/form/field-refusal.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';
import { emptyAs, type Row } from '../../ui/form/rows/row.ts';
import { textRow } from '../../ui/form/rows/text-rows.tsx';
import { EVENT_TYPES, ORGANIZATION_TYPES } from './event-types.ts';

const { form: words } = webhookStrings;

export function webhookRows(owner: string, webhook?: Webhook) {
  return {
    url: textRow({
      label: words.url,
      hint: words.urlHint,
      docs: 'webhooks',
      type: 'url',
      initial: webhook?.url,
      maxLength: 2048,
      spellCheck: false,
    }),
    events: eventsRow(owner, webhook?.events ?? ['*']),
    description: emptyAs(
      null,
      textRow({ label: words.description, initial: webhook?.description, maxLength: 200, optional: true }),
    ),
  };
}

function eventsRow(owner: string, chosen: readonly string[]): Row<Webhook['events']> {
  return {
    render: (name) => <EventFields name={name} owner={owner} chosen={chosen} />,
    read: (values) =>
      values('scope') === 'all' ? ['*'] : EVENT_TYPES.filter((type) => values(`event ${type}`) === 'on'),
  };
}

interface EventFieldsProps {
  readonly name: string;
  readonly owner: string;
  readonly chosen: readonly string[];
}

function EventFields({ name, owner, chosen }: EventFieldsProps) {
  const [takesAll, setTakesAll] = useState(chosen.includes('*'));
  const types = owner === ORGANIZATION ? ORGANIZATION_TYPES : EVENT_TYPES;
  return (
    <RadioField
      legend={words.events}
      name="scope"
      options={{ all: { label: words.all }, some: { label: words.some } }}
      chosen={takesAll ? 'all' : 'some'}
      onChoose={(scope) => setTakesAll(scope === 'all')}
    >
      {!takesAll && (
        <div className="grid gap-1.5 pl-6 sm:grid-cols-2">
          {types.map((type) => (
            <CheckField
              key={type}
              name={`event ${type}`}
              value="on"
              label={type}
              defaultChecked={chosen.includes(type)}
            />
          ))}
        </div>
      )}
      <FieldRefusal param={name} missing={words.eventRequired} />
    </RadioField>
  );
}
