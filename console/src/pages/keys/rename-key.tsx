import type { ApiKey } from '@svc/contract';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { API_KEYS } from '../../api/api-keys.ts';
import { call } from '../../api/console-api.ts';
import { keyStrings } from '../../strings/keys.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

const { detail: words } = keyStrings;

/** Among the actions of a key's page. */
export function RenameKey({ apiKey: { id, name } }: { readonly apiKey: ApiKey }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon={Pencil} onClick={() => setIsOpen(true)}>
        {words.rename}
      </Button>
      {isOpen && (
        <FormDialog
          refreshes={API_KEYS}
          done={words.renamed}
          title={words.renameTitle}
          submit={words.rename}
          onClose={() => setIsOpen(false)}
          onSubmit={async (values) => {
            await call('updateApiKey', { path: { api_key_id: id }, body: { name: values('name').trim() } });
          }}
        >
          <TextField
            label={keyStrings.form.name}
            name="name"
            defaultValue={name}
            maxLength={100}
            required
            param="name"
          />
        </FormDialog>
      )}
    </>
  );
}
