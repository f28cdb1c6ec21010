import { call } from '../../api/console-api.ts';
import { TUNNELS, type TunnelName, tunnelPath } from '../../api/tunnels.ts';
import { tunnelStrings } from '../../strings/tunnels.ts';
import { selectRow } from '../../ui/form/rows/choice-rows.tsx';
import { ShownOnceDialog } from '../../ui/form/shown-once-dialog.tsx';
import { Moment } from '../../ui/text/time.tsx';
import { TunnelToken } from './tunnel-token.tsx';

const { rotate: words, token: tokenWords } = tunnelStrings;
const ROWS = { grace: selectRow({ label: words.grace, names: words.graces, initial: '3600' }) };

interface RotateTokenDialogProps {
  readonly tunnel: TunnelName;
  readonly onClose: () => void;
}

export function RotateTokenDialog({ tunnel, onClose }: RotateTokenDialogProps) {
  return (
    <ShownOnceDialog
      title={words.title}
      submit={words.action}
      rows={ROWS}
      onSubmit={async ({ grace }) => {
        const graceS = Number(grace);
        const made = await call('rotateTunnelToken', {
          path: tunnelPath(tunnel),
          body: { grace_seconds: graceS },
        });
        return { ...made, hasGrace: graceS > 0 };
      }}
      refreshes={[TUNNELS]}
      madeTitle={tokenWords.rotatedTitle}
      renderMade={({ connector_token: token, previous_token_expires_at: until, hasGrace }) => (
        <TunnelToken tunnel={tunnel} token={token} replaced={<Replaced until={hasGrace ? until : null} />} />
      )}
      done={tokenWords.done}
      wide
      onClose={onClose}
    >
      <p>{words.text}</p>
    </ShownOnceDialog>
  );
}

/** How long the token before works. */
function Replaced({ until }: { readonly until: string | null }) {
  if (until === null) return <p>{tokenWords.ended}</p>;
  return (
    <p>
      {tokenWords.until} <Moment at={until} />
    </p>
  );
}
