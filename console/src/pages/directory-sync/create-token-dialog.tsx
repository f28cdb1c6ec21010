import { call } from '../../api/console-api.ts';
import { DIRECTORY_TOKENS } from '../../api/directory-sync.ts';
import { directorySyncStrings } from '../../strings/directory-sync.ts';
import { emptyAs } from '../../ui/form/rows/row.ts';
import { textRow } from '../../ui/form/rows/text-rows.tsx';
import { ShownOnceDialog } from '../../ui/form/shown-once-dialog.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';

const { form: words } = directorySyncStrings.tokens;
const ROWS = {
  name: textRow({ label: words.name, hint: words.nameHint, maxLength: 100 }),
  expires_at: emptyAs(
    null,
    textRow({ label: words.expires, hint: words.expiresHint, type: 'date', optional: true }),
  ),
};

export function CreateTokenDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <ShownOnceDialog
      title={words.title}
      submit={words.submit}
      rows={ROWS}
      onSubmit={({ name, expires_at: day }) =>
        call('createDirectoryToken', { body: { name, expires_at: day === null ? null : `${day}T00:00:00Z` } })
      }
      refreshes={[DIRECTORY_TOKENS]}
      madeTitle={words.madeTitle}
      renderMade={({ secret }) => <SecretOnce secret={secret} what={words.what} kind="token" />}
      done={words.done}
      onClose={onClose}
    />
  );
}
