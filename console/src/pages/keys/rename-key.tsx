import type { ApiKey } from '@svc/contract';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { API_KEYS } from '../../api/api-keys.ts';
import { call } from '../../api/console-api.ts';
import { keyStrings } from '../../strings/keys.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { textRow } from '../../ui/form/rows/text-rows.tsx';

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
          title={words.renameTitle}
          submit={words.rename}
          rows={{ name: textRow({ label: keyStrings.form.name, initial: name, maxLength: 100 }) }}
          onSubmit={(body) => call('updateApiKey', { path: { api_key_id: id }, body })}
          refreshes={[API_KEYS]}
          done={words.renamed}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
