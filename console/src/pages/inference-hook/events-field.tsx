import type { HookEvent } from '@svc/contract';
import { useState } from 'react';
import { inferenceHookStrings } from '../../strings/inference-hook.ts';
import { FieldRefusal } from '../../ui/form/field-refusal.tsx';
import { CheckField } from '../../ui/form/check-field.tsx';

const { form: words, settings: names, events } = inferenceHookStrings;
const ALL = Object.keys(events) as HookEvent[];

/** What the hook is asked about: one of it at least. */
export function EventsField({ chosen = ALL }: { readonly chosen?: readonly HookEvent[] | undefined }) {
  const [picked, setPicked] = useState(chosen);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">{names.events}</legend>
      <input type="hidden" name="events" value={JSON.stringify(picked)} />
      {ALL.map((event, index) => (
        <CheckField
          key={event}
          label={events[event].name}
          hint={events[event].hint}
          checked={picked.includes(event)}
          onChange={({ target }) =>
            setPicked(target.checked ? [...picked, event] : picked.filter((one) => one !== event))
          }
          ref={(box) => {
            if (index === 0) box?.setCustomValidity(picked.length === 0 ? words.eventRequired : '');
          }}
        />
      ))}
      <FieldRefusal param="events" missing={words.eventRequired} />
    </fieldset>
  );
}
