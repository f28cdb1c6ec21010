import { useQuery, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { transferOwnership, userChoicesOptions } from '../../api/people.ts';
import { useMe } from '../../api/session.ts';
import { settingStrings } from '../../strings/settings.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { idRow } from '../../ui/form/rows/choice-rows.tsx';
import { codeRow } from '../../ui/form/rows/text-rows.tsx';
import { Card } from '../../ui/page.tsx';
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

// The person's role has changed: refetch everything.
const ALL_QUERIES: QueryKey = [];

function HandOverDialog({ onClose }: { readonly onClose: () => void }) {
  const me = useMe();
  const { data: users = [] } = useQuery(userChoicesOptions);
  const others = users.filter(({ id }) => id !== me.user.id);
  return (
    <FormDialog
      title={words.dialog}
      submit={words.submit}
      rows={{
        user_id: idRow({
          label: words.to,
          of: others.map(({ id, name, email }) => ({ id, name: `${name} · ${email}` })),
        }),
        totp: codeRow({ label: words.code, hint: words.codeHint }),
      }}
      onSubmit={async ({ user_id: userId, totp }) => {
        await transferOwnership(userId, totp);
        return others.find(({ id }) => id === userId)?.name ?? '';
      }}
      refreshes={[ALL_QUERIES]}
      done={words.done}
      onClose={onClose}
    />
  );
}
