import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { hasPrice } from '../../api/has-price.ts';
import { modelsOptions } from '../../api/models.ts';
import { useChosenWorkspace } from '../../api/session.ts';
import { usageStrings } from '../../strings/usage.ts';
import { Notice } from '../../ui/notice.tsx';

const { noPrice: words } = usageStrings;
const MAX_NAMED = 3;

/** Why everything cost nothing, where the reason may be that nobody has set prices. For those who may see the prices. */
export function NoPriceNotice() {
  const { workspace } = useChosenWorkspace('playground.use', undefined);
  return workspace ? <WorkspaceNotice workspaceId={workspace.id} /> : null;
}

function WorkspaceNotice({ workspaceId }: { readonly workspaceId: string }) {
  const { data: models = [] } = useQuery(modelsOptions(workspaceId));
  const names = models.filter(({ pricing }) => !hasPrice(pricing)).map(({ id }) => id);
  if (names.length === 0) return null;
  return (
    <Notice>
      {words.text(names.slice(0, MAX_NAMED).join(', '), Math.max(0, names.length - MAX_NAMED))}{' '}
      <Link to="/models" className="rounded text-accent underline underline-offset-4">
        {words.link}
      </Link>
    </Notice>
  );
}
