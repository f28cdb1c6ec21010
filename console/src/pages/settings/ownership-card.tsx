import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { transferOwnership, userChoicesOptions } from '../../api/people.ts';
import { useMe } from '../../api/session.ts';
import { settingStrings } from '../../strings/settings.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/form/code-field.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { Card } from '../../ui/page.tsx';
import { SelectField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { NeedsSecondFactor } from '../../resources/keys/needs-second-factor.tsx';

const { ownership: words } = settingStrings;

export function OwnershipCard() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card title={words.title} lead={words.lead} docs="ownership">
      <NeedsSecondFactor>
        <Button onClick={() => setIsOpen(true)}>{words.action}</Button>
      </NeedsSecondFactor>
      {isOpen && <HandOverDialog onClose={() => setIsOpen(false)} />}
    </Card>
  );
}

function HandOverDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const me = useMe();
  const { data: users = [] } = useQuery(userChoicesOptions);
  const others = users.filter(({ id }) => id !== me.user.id);
  return (
    <FormDialog
      title={words.dialog}
      submit={words.submit}
      onClose={onClose}
      onSubmit={async (values) => {
        await transferOwnership(values('user'), values('totp'));
        // The person's role has changed: refetch everything.
        await queries.invalidateQueries();
        toast(words.done(others.find(({ id }) => id === values('user'))?.name ?? ''));
      }}
    >
      <SelectField label={words.to} name="user" required param="user_id">
        {others.map(({ id, name, email }) => (
          <option key={id} value={id}>
            {name} · {email}
          </option>
        ))}
      </SelectField>
      <CodeField label={words.code} hint={words.codeHint} name="totp" />
    </FormDialog>
  );
}
