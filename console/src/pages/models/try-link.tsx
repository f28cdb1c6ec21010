import type { Model } from '@svc/sdk';
import { Link } from '@tanstack/react-router';
import { modelCatalogStrings as words } from '../../strings/model-catalog.ts';
import { buttonClass } from '../../ui/button.tsx';

interface TryLinkProps {
  readonly model: Model;
  readonly workspaceId: string;
  readonly look?: 'primary' | 'secondary';
}

export function TryLink({ model: { id }, workspaceId, look = 'secondary' }: TryLinkProps) {
  return (
    <Link to="/playground" search={{ workspace: workspaceId, model: id }} className={buttonClass(look)}>
      {words.tryIt}
      <span className="sr-only">{id}</span>
    </Link>
  );
}
