import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiKey, ConsoleClientCalls } from '@svc/contract';
import { API_KEYS } from '../../api/api-keys.ts';
import { call } from '../../api/console-api.ts';
import { refresh } from '../../api/pages.ts';
import { keyStrings } from '../../strings/keys.ts';
import { changesOf } from '../../ui/form/changes-of.ts';
import { Form } from '../../ui/form/form.tsx';
import { FormSave } from '../../ui/form/form-save.tsx';
import { linesOf } from '../../ui/form/lines-field.tsx';
import { Card } from '../../ui/page.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { IpsField, OriginsField } from './restriction-fields.tsx';

const { detail: words } = keyStrings;

/** The server normalises entries, so the fields show afterwards what is in force. */
export function KeyRestrictions({ apiKey: key }: { readonly apiKey: ApiKey }) {
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: async (change: ConsoleClientCalls['updateApiKey']['body']) => {
      await call('updateApiKey', { path: { api_key_id: key.id }, body: change });
      await refresh(queries, API_KEYS);
      toast(words.saved);
    },
  });
  return (
    <Card title={words.restrictions} lead={words.restrictionsLead}>
      <Form
        // Entries come back normalised: the fields start over with them.
        key={JSON.stringify([key.allowed_origins, key.allowed_ips])}
        className="max-w-xl"
        refusal={save.error}
        onSubmit={(values) =>
          save.mutate(
            changesOf(key, {
              allowed_origins: linesOf(values('origins')),
              allowed_ips: linesOf(values('ips')),
            }),
          )
        }
      >
        <OriginsField entries={key.allowed_origins} />
        <IpsField entries={key.allowed_ips} />
        <FormSave save={save} label={words.save} />
      </Form>
    </Card>
  );
}
