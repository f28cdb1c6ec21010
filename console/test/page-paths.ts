import type { ConsoleWindow } from './console-window.ts';

/** Looks of a page beside the plain one: tabs, filters, links that are used up. `$name` is filled in from what the test knows. */
const LOOKS: Readonly<Record<string, readonly string[]>> = {
  '/keys': ['?status=revoked', '?status=all&sort=-last_used_at', '?q=nothing+like+it'],
  '/keys/$keyId': ['?successor=$keyId'],
  '/files': ['?status=failed', '?purpose=vision'],
  '/batches': ['?status=failed'],
  '/webhooks': ['?owner=organization'],
  '/webhooks/$owner/$webhookId': ['?status=failed', '?status=missed&type=file.expired'],
  '/agents': ['?archived=true'],
  '/templates': ['?workspace=$workspaceId'],
  '/templates/$template': ['?workspace=wrkspc_unknown'],
  '/playground': ['?template=$template-v1'],
  '/models': ['?can=reasoning', '?search=nothing+like+it'],
  '/requests': ['?status=unsuccessful', '?code=nothing_like_it', '?from=2026-11-01T00:00:00Z'],
  '/usage': [
    '?show=tokens&by=api_key_id',
    '?show=requests&by=user_id',
    '?show=requests&by=status',
    '?from=2020-01-01&to=2020-01-02',
    '?from=2026-11-22&to=2026-11-01',
  ],
  '/limits': ['?tab=spend'],
  '/members': ['?tab=invites', '?tab=groups', '?role=billing', '?q=ada&sort=-added_at'],
  '/workspaces': ['?archived=true', '?q=nothing+like+it'],
  '/workspaces/$workspaceId': ['?tab=members', '?tab=limits'],
  '/audit': ['?event=nothing.like_it', '?event=people&from=2026-11-01&to=2026-11-20'],
  '/outbox': ['?status=failed'],
  '/device': ['?user_code=BCDF-GHJK'],
  '/set-up': ['#used'],
  '/sign-up/link': ['#used'],
  '/invite': ['#used', '#$inviteToken'],
  '/reset-password': ['#used'],
  '/operator/set-up': ['#used'],
};

/** Stands outside the shell and is for people who are signed in all the same. */
const SIGNED_IN_OUTSIDE = '/choose-organization';
const INSIDE = '/shell/';
/** Every deployment of these tests has it. */
const MODEL = { modelId: 'Svc%20Standard' };
/** Of people who run the deployment, whom somebody of an organization never becomes. */
const OPERATORS = '/operator-shell';

export interface PagePaths {
  /** Of people who are signed in. */
  readonly inside: readonly string[];
  /** Of people who are not, and of links that are broken. */
  readonly outside: readonly string[];
}

/** Every page the router in the browser knows, so that none can be forgotten: what is swept over all pages is swept over these. */
export async function pagePaths(
  window: ConsoleWindow,
  known: Readonly<Record<string, string>>,
): Promise<PagePaths> {
  const routes = await window.page.evaluate<{ id: string; path: string }[]>(
    'Object.entries(__TSR_ROUTER__.routesById).map(([id, { fullPath }]) => ({ id, path: fullPath }))',
  );
  const pages = routes.filter(({ id }) => id !== '__root__' && id !== '/shell' && !id.startsWith(OPERATORS));
  const isInside = ({ id }: { readonly id: string }) => id.startsWith(INSIDE) || id === SIGNED_IN_OUTSIDE;
  const looksOf = ({ path }: { readonly path: string }) =>
    ['', ...(LOOKS[path] ?? [])].map((look) => fillIn(path + look, { ...MODEL, ...known }));
  return {
    inside: [...pages.filter(isInside).flatMap(looksOf), '/no-such-page'],
    outside: pages.filter((page) => !isInside(page)).flatMap(looksOf),
  };
}

function fillIn(path: string, known: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\$(\w+)/g, (_, name: string) => {
    const value = known[name];
    if (value === undefined)
      throw new Error(
        `Nothing is known for ${name} of ${path}: a page with a parameter needs one to stand for all.`,
      );
    return value;
  });
}
