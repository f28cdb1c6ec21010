import type { Webhook } from '@svc/contract';
import { useState } from 'react';
import { ORGANIZATION, type WebhookSettings } from '../../api/webhooks.ts';
import { webhookStrings } from '../../strings/webhooks.ts';
import { CheckField } from '../../ui/form/check-field.tsx';
import { FieldRefusal } from '../../ui/form/field-refusal.tsx';
import type { FormValues } from '../../ui/form/form.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { EVENT_TYPES, ORGANIZATION_TYPES } from './event-types.ts';

const { form: words } = webhookStrings;

interface WebhookFieldsProps {
  readonly owner: string;
  readonly webhook?: Webhook;
}

export function WebhookFields({ owner, webhook }: WebhookFieldsProps) {
  return (
    <>
      <TextField
        label={words.url}
        hint={words.urlHint}
        docs="webhooks"
        name="url"
        type="url"
        defaultValue={webhook?.url}
        maxLength={2048}
        spellCheck={false}
        required
        param="url"
      />
      <EventFields owner={owner} chosen={webhook?.events ?? ['*']} />
      <TextField
        label={words.description}
        name="description"
        defaultValue={webhook?.description ?? ''}
        maxLength={200}
        optional
        param="description"
      />
    </>
  );
}

function EventFields({ owner, chosen }: { readonly owner: string; readonly chosen: readonly string[] }) {
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
      <FieldRefusal param="events" missing={words.eventRequired} />
    </RadioField>
  );
}

/** The settings in the form. */
export function settingsOf(values: FormValues): WebhookSettings {
  const description = values('description').trim();
  const types = EVENT_TYPES.filter((type) => values(`event ${type}`) === 'on');
  return {
    url: values('url').trim(),
    events: values('scope') === 'all' ? ['*'] : types,
    description: description === '' ? null : description,
  };
}
